import { useEffect, useState } from 'react'
import { serverClock } from '#platform/server-clock.ts'

/** The "now" line moves by the minute; half of that is precise enough. */
const stepMs = 30_000

const nowMs = () => serverClock.nowMs() ?? Date.now()

/** Returns the current time in milliseconds, corrected by the server's clock. Renders again twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(nowMs)
  // The first response may correct the time: then the component renders at once, not half a minute later.
  const latest = nowMs()
  if (Math.abs(latest - now) > 2 * stepMs) setNow(latest)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), stepMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
