import { useEffect } from 'react'

/** The part of `navigator` with wake locks; missing in older browsers and on plain http. */
type Waker = Partial<Pick<Navigator, 'wakeLock'>>

/**
 * Keeps the screen on.
 * The browser releases the lock when the page is hidden, so it is requested again when the page is shown. A rejection
 * (low battery) has no effect: the screen turns off as usual.
 * @returns a function that ends it
 */
export function requestWakeLock(device: Waker = navigator, page: Document = document): () => void {
  let isOver = false
  let lock: WakeLockSentinel | undefined
  const request = async () => {
    if (page.visibilityState !== 'visible') return
    const granted = await device.wakeLock?.request('screen').catch(() => undefined)
    if (isOver) await granted?.release()
    else lock = granted
  }
  const requestAgain = () => void request()
  page.addEventListener('visibilitychange', requestAgain)
  requestAgain()
  return () => {
    isOver = true
    page.removeEventListener('visibilitychange', requestAgain)
    void lock?.release()
  }
}

/** Keeps the screen on while the component is mounted. */
export function useWakeLock(): void {
  useEffect(() => requestWakeLock(), [])
}
