/** Ratio between the distances of finger and list, which feels like resistance. */
const resistance = 2.5
/** Distance in CSS pixels after which a list is refreshed. */
export const refreshThresholdPx = 56
/** The list follows at most this far, in CSS pixels. */
const maxPulledPx = 80

/** Callbacks of a pull gesture. */
export interface PullHandlers {
  /** @param pulledPx how far the list is pulled down, in CSS pixels */
  onPull: (pulledPx: number) => void
  onRelease: (pulledPx: number) => void
}

/**
 * Tracks a touch that pulls an element down while the page and all scrolling ancestors are scrolled to the top.
 * @returns a function that removes the listeners
 */
export function trackPull(element: HTMLElement, { onPull, onRelease }: PullHandlers): () => void {
  let startTouch: Touch | undefined
  let pulledPx = 0

  const movePull = (event: TouchEvent) => {
    const [touch] = event.touches
    if (!startTouch || !touch) return
    const distancePx = touch.clientY - startTouch.clientY
    // The first move distinguishes a pull from scrolling and from a swipe to the side.
    if (pulledPx === 0 && distancePx <= Math.abs(touch.clientX - startTouch.clientX)) return endPull()
    // Otherwise the browser would scroll or reload the page.
    if (event.cancelable) event.preventDefault()
    pulledPx = Math.max(1, Math.min(distancePx / resistance, maxPulledPx))
    onPull(pulledPx)
  }
  const endPull = () => {
    element.removeEventListener('touchmove', movePull)
    if (pulledPx > 0) onRelease(pulledPx)
    startTouch = undefined
    pulledPx = 0
  }
  const startPull = ({ touches }: TouchEvent) => {
    if (!isAtTop(element) || touches.length > 1) return endPull()
    startTouch = touches[0]
    // Added only now, because a listener that is not passive slows down all scrolling.
    element.addEventListener('touchmove', movePull, { passive: false })
  }

  const events = [
    ['touchstart', startPull],
    ['touchend', endPull],
    ['touchcancel', endPull],
  ] as const
  for (const [name, listener] of events) element.addEventListener(name, listener, { passive: true })
  return () => {
    for (const [name, listener] of events) element.removeEventListener(name, listener)
    element.removeEventListener('touchmove', movePull)
  }
}

function isAtTop(element: Element): boolean {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
    if (ancestor.scrollTop > 0) return false
  return scrollY <= 0
}
