import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Simplify } from '#contract/fold-text.ts'
import { useHanForms } from '#platform/text-search.ts'
import type { Programme } from './programme.ts'
import { abstractsQuery } from './queries.ts'
import { addAbstract, buildSearchIndex, type SearchIndex } from './search-index.ts'
import { whenIdle } from '#platform/timing.ts'

/** Abstracts added per idle callback: about 5 ms of work on a slow phone. */
const abstractsPerCallback = 40

const indexes = new WeakMap<Programme, SearchIndex>()

function getIndex(programme: Programme, simplify: Simplify | undefined): SearchIndex {
  const existing = indexes.get(programme)
  if (existing && existing.simplify === simplify) return existing
  const index = buildSearchIndex(programme, simplify)
  indexes.set(programme, index)
  return index
}

/**
 * Returns a function that gives the search index of a programme.
 * The index is built at its first use or when the device is idle. Abstracts are loaded afterwards and added while idle.
 */
export function useSearchIndex(programme: Programme | undefined): () => SearchIndex | undefined {
  const simplify = useHanForms()
  const [idle, setIdle] = useState(false)
  const [, setIndexedCount] = useState(0)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const abstracts = useQuery({
    ...abstractsQuery(programme?.sessions ?? []),
    enabled: idle && !!programme,
  }).data
  useEffect(() => {
    if (!programme || !idle) return undefined
    const index = getIndex(programme, simplify)
    const pending = Object.entries(abstracts ?? {}).filter(([id]) => !index.abstracts.has(id))
    let cancelIdle = () => {}
    const addBatch = () => {
      for (const [id, abstract] of pending.splice(0, abstractsPerCallback)) addAbstract(index, id, abstract)
      if (pending.length > 0) cancelIdle = whenIdle(addBatch)
      // Searches again with the abstracts that have arrived.
      else setIndexedCount(index.abstracts.size)
    }
    cancelIdle = whenIdle(addBatch)
    return () => cancelIdle()
  }, [programme, idle, abstracts, simplify])
  return () => programme && getIndex(programme, simplify)
}
