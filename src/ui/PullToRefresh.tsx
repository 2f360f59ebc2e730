import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './PullToRefresh.module.css'

/**
 * State of the gesture: pulled too little (`more` is needed) or enough for a refresh, or refreshing (`busy`). The names
 * are parts of the locale keys `pull.…`.
 */
type Pull = 'none' | 'more' | 'enough' | 'busy'

/**
 * A list that refreshes when the user pulls it down, because an installed app has no reload button. The component of
 * antd-mobile would add 29 kB to every list.
 * @param onRefresh may reject; the error is not shown here
 */
export function PullToRefresh({
  onRefresh,
  children,
}: {
  onRefresh: () => Promise<unknown>
  children: ReactNode
}) {
  const { t } = useTranslation()
  const container = useRef<HTMLDivElement>(null)
  const [pull, setPull] = useState<Pull>('none')
  // The latest callback, so that the listeners need not be added again when it changes.
  const refresh = useRef(onRefresh)
  useEffect(() => void (refresh.current = onRefresh), [onRefresh])
  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    // Set on the element itself, because it changes with each touch move.
    const setPulledPx = (px: number) => element.style.setProperty('--pulled', `${px}px`)
    const startRefresh = async () => {
      setPull('busy')
      setPulledPx(refreshThresholdPx)
      // The banner for stale data shows a failed refresh.
      await refresh.current().catch(() => undefined)
      setPull('none')
    }
    return trackPull(element, {
      onPull(px) {
        setPulledPx(px)
        setPull(px < refreshThresholdPx ? 'more' : 'enough')
      },
      onRelease(px) {
        if (px >= refreshThresholdPx) void startRefresh()
        else setPull('none')
      },
    })
  }, [])
  return (
    <div ref={container} className={styles.container} data-pull={pull}>
      {/* Rendered even when empty, because screen readers announce only changes of an existing region. */}
      <output className={styles.status}>{pull !== 'none' && t(`pull.${pull}`)}</output>
      <div className={styles.list}>{children}</div>
    </div>
  )
}

/** Ratio between the distances of finger and list, which feels like resistance. */
const resistance = 2.5
/** Distance in CSS pixels after which a list is refreshed. */
const refreshThresholdPx = 56
/** The list follows at most this far, in CSS pixels. */
const maxPulledPx = 80

/** Callbacks of a pull gesture. */
interface PullHandlers {
  /** @param pulledPx how far the list is pulled down, in CSS pixels */
  onPull: (pulledPx: number) => void
  /** Called once after `onPull`, when the user lets go or the browser cancels the touch. */
  onRelease: (pulledPx: number) => void
}

/**
 * Tracks a touch that pulls an element down while the page and all scrolling ancestors are scrolled to the top.
 * @returns a function that removes the listeners
 */
function trackPull(element: HTMLElement, { onPull, onRelease }: PullHandlers): () => void {
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
    // At least 1, because 0 means that no pull has begun.
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

/** Returns whether the page and all ancestors of an element are scrolled to the top. Safari reports negative values. */
function isAtTop(element: Element): boolean {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
    if (ancestor.scrollTop > 0) return false
  return scrollY <= 0
}
