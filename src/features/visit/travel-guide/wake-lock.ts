import { useEffect } from 'react'

/** The part of `navigator` with wake locks; missing in older browsers and on plain http. */
type NavigatorWithWakeLock = Partial<Pick<Navigator, 'wakeLock'>>

/**
 * Prevents the screen from turning off, where the browser can.
 * The browser releases the lock when the page is hidden, so it is requested again when the page is shown. A rejection
 * (low battery) has no effect: the screen turns off as usual.
 * @returns a function that releases the lock
 */
export function requestWakeLock(
  device: NavigatorWithWakeLock = navigator,
  page: Document = document,
): () => void {
  let isReleased = false
  let lock: WakeLockSentinel | undefined
  const request = async () => {
    if (page.visibilityState !== 'visible') return
    const newLock = await device.wakeLock?.request('screen').catch(() => undefined)
    if (isReleased) await newLock?.release()
    else lock = newLock
  }
  const requestAgain = () => void request()
  page.addEventListener('visibilitychange', requestAgain)
  requestAgain()
  return () => {
    isReleased = true
    page.removeEventListener('visibilitychange', requestAgain)
    void lock?.release()
  }
}

/** Prevents the screen from turning off while the component is mounted. */
export function useWakeLock(): void {
  useEffect(() => requestWakeLock(), [])
}
