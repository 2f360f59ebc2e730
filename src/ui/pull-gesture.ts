/** The finger moves this many times as far as the list, which feels like resistance. */
const resistance = 2.5
/** Distance in CSS pixels after which a list is refreshed. */
export const refreshThresholdPx = 56
/** The list follows at most this far, in CSS pixels. */
const maxPx = 80

/** Callbacks of a pull gesture. */
export interface PullHandlers {
  /** @param px how far the list is pulled down, in CSS pixels */
  onPull: (px: number) => void
  onRelease: (px: number) => void
}

/**
 * Follows a finger that pulls an element down while the page and all scrolling ancestors are scrolled to the top.
 * @returns a function that stops following
 */
export function trackPull(element: HTMLElement, { onPull, onRelease }: PullHandlers): () => void {
  let from: Touch | undefined
  let px = 0

  const move = (event: TouchEvent) => {
    const [touch] = event.touches
    if (!from || !touch) return
    const down = touch.clientY - from.clientY
    // The first move distinguishes a pull from scrolling and from a swipe to the side.
    if (px === 0 && down <= Math.abs(touch.clientX - from.clientX)) return end()
    // Otherwise the page would scroll along, or the browser would reload it.
    if (event.cancelable) event.preventDefault()
    px = Math.max(1, Math.min(down / resistance, maxPx))
    onPull(px)
  }
  const end = () => {
    element.removeEventListener('touchmove', move)
    if (px > 0) onRelease(px)
    from = undefined
    px = 0
  }
  const start = ({ touches }: TouchEvent) => {
    if (!isAtTop(element) || touches.length > 1) return end()
    from = touches[0]
    // Added only now, because a listener that is not passive slows down all scrolling.
    element.addEventListener('touchmove', move, { passive: false })
  }

  const events = [
    ['touchstart', start],
    ['touchend', end],
    ['touchcancel', end],
  ] as const
  for (const [name, listener] of events) element.addEventListener(name, listener, { passive: true })
  return () => {
    for (const [name, listener] of events) element.removeEventListener(name, listener)
    element.removeEventListener('touchmove', move)
  }
}

function isAtTop(element: Element): boolean {
  for (let around: Element | null = element; around; around = around.parentElement)
    if (around.scrollTop > 0) return false
  return scrollY <= 0
}
