import { useEffect } from 'react'

/** The part of `navigator` that keeps a screen on; missing in older browsers and on plain http. */
type Waker = Partial<Pick<Navigator, 'wakeLock'>>

/**
 * Keeps the screen on until it is ended. The browser lets go whenever the page is hidden, so that it is asked again when
 * the page comes back. A refusal (a low battery) changes nothing: the screen then goes dark as ever.
 * @returns what ends it
 */
export function requestWakeLock(device: Waker = navigator, page: Document = document): () => void {
  let isOver = false
  let lock: WakeLockSentinel | undefined
  const ask = async () => {
    if (page.visibilityState !== 'visible') return
    const given = await device.wakeLock?.request('screen').catch(() => undefined)
    if (isOver) await given?.release()
    else lock = given
  }
  const askAgain = () => void ask()
  page.addEventListener('visibilitychange', askAgain)
  askAgain()
  return () => {
    isOver = true
    page.removeEventListener('visibilitychange', askAgain)
    void lock?.release()
  }
}

/** Keeps the screen on for as long as the component stands. */
export function useWakeLock(): void {
  useEffect(() => requestWakeLock(), [])
}
