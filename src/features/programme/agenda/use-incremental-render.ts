import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '#platform/browser.ts'

/**
 * Returns how many rows of a long list to render: `first` at once, then `step` more whenever idle until all are there.
 * Unlike in a virtual list, all rows end up in the document, for screen readers and the browser's search.
 * @param listKey identifies the list; another key starts again
 */
export function useIncrementalCount(total: number, first: number, step: number, listKey: string): number {
  /** How many rows were rendered last, and of which list: a count of another list does not apply. */
  const [progress, setProgress] = useState({ listKey, count: first })
  const count = progress.listKey === listKey ? progress.count : first
  useEffect(() => {
    if (count >= total) return undefined
    return whenIdle(() => startTransition(() => setProgress({ listKey, count: count + step })))
  }, [count, total, step, listKey])
  return Math.min(count, total)
}
