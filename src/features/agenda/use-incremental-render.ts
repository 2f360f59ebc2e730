import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '#features/sessions'

/**
 * How many of a long list's rows to draw: the first screenful at once, so that the first frame is fast, then more in
 * idle moments until all are there. Unlike a virtual list everything ends up in the document, for screen readers and
 * for the browser's own search.
 * @param listKey names the list; another key starts anew
 */
export function useIncrementalCount(total: number, first: number, step: number, listKey: string): number {
  const [grown, setGrown] = useState({ listKey, count: first })
  const count = grown.listKey === listKey ? grown.count : first
  useEffect(() => {
    if (count >= total) return undefined
    return whenIdle(() => startTransition(() => setGrown({ listKey, count: count + step })))
  }, [count, total, step, listKey])
  return Math.min(count, total)
}
