import { useEffect, useState } from 'react'

/** Interval between updates in milliseconds: short enough to show every second. */
const tickMs = 250

/**
 * Counts down the seconds of a wait; 0 when there is none.
 * It uses the clock, because background pages get few ticks. A clock set back does not prolong the wait.
 */
export function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [wait, setWait] = useState<{ untilMs: number; seconds: number }>()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!wait) return undefined
    const update = () => {
      const secondsLeft = Math.min(wait.seconds, Math.max(0, Math.ceil((wait.untilMs - Date.now()) / 1000)))
      setSeconds(secondsLeft)
      if (secondsLeft === 0) clearInterval(timer)
    }
    const timer = setInterval(update, tickMs)
    update()
    return () => clearInterval(timer)
  }, [wait])
  return { seconds, start: (next) => setWait({ untilMs: Date.now() + next * 1000, seconds: next }) }
}
