import { useSyncExternalStore } from 'react'
import { serverClock } from './server-clock.ts'

const minuteMs = 60_000

/** Returns the current time in milliseconds, updated each minute: the server's where it is known, else the device's. */
export function useMinute(): number {
  return useSyncExternalStore(
    (listener) => {
      const timer = setInterval(listener, minuteMs)
      return () => clearInterval(timer)
    },
    minuteOfNow,
    minuteOfNow,
  )
}

function minuteOfNow(): number {
  return Math.floor((serverClock.nowMs() ?? Date.now()) / minuteMs) * minuteMs
}
