import { useEffect, useState } from 'react'

/** Between two looks at the clock, in milliseconds: often enough that no second is left out. */
const tickMs = 250

/**
 * Seconds that are left of a wait, 0 when there is none. It goes by the clock, since a page in the background is given
 * few ticks; a clock that is set back does not make the wait longer than it was.
 */
export function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [wait, setWait] = useState<{ untilMs: number; seconds: number }>()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!wait) return undefined
    const look = () => {
      const left = Math.min(wait.seconds, Math.max(0, Math.ceil((wait.untilMs - Date.now()) / 1000)))
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(look, tickMs)
    look()
    return () => clearInterval(timer)
  }, [wait])
  return { seconds, start: (next) => setWait({ untilMs: Date.now() + next * 1000, seconds: next }) }
}
