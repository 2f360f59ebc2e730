import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '#features/programme/sessions'

/**
 * Returns how many rows of a long list to render: the first screenful at once, then more when idle until all are there.
 * Unlike in a virtual list, all rows end up in the document, for screen readers and the browser's search.
 * @param listKey identifies the list; another key starts again
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
