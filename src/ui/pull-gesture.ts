/** The finger moves this much further than the list: it feels held. */
const resistance = 2.5
/** Pulled down this far, in CSS pixels, a list is asked anew. */
export const refreshThresholdPx = 56
/** Further than this it does not follow, in CSS pixels. */
const mostPx = 80

/** Who is told of a pull. */
export interface PullHandlers {
  /** @param px how far the list is pulled down, in CSS pixels */
  onPull: (px: number) => void
  onRelease: (px: number) => void
}

/**
 * Follows a finger that pulls an element down while the page, and what scrolls around the element, stand at their top.
 * @returns stops following
 */
export function trackPull(element: HTMLElement, { onPull, onRelease }: PullHandlers): () => void {
  let from: Touch | undefined
  let px = 0

  const move = (event: TouchEvent) => {
    const [touch] = event.touches
    if (!from || !touch) return
    const down = touch.clientY - from.clientY
    // The first move tells a pull from scrolling and from a swipe to the side.
    if (px === 0 && down <= Math.abs(touch.clientX - from.clientX)) return end()
    // The page would move along, or the browser load it anew.
    if (event.cancelable) event.preventDefault()
    px = Math.max(1, Math.min(down / resistance, mostPx))
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
    // Only now: a listener that may hold the page slows every scrolling.
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
