import { useEffect, useState } from 'react'
import { serverClock } from '#lib/server-clock.ts'

/** The line "now" moves by the minute; half of one keeps it true enough. */
const stepMs = 30_000

const nowMs = () => serverClock.nowMs() ?? Date.now()

/** The present in milliseconds: the server's once it has answered, else the device's. Draws anew twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(nowMs)
  // The server's first answer may tell another time than the device: then not half a minute later, but now.
  const latest = nowMs()
  if (Math.abs(latest - now) > 2 * stepMs) setNow(latest)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), stepMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
