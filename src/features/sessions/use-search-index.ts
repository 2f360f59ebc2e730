import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Simplify } from '#contract/fold-text.ts'
import { useHanForms } from '#lib/han-forms.ts'
import type { Programme } from './programme.ts'
import { abstractsQuery } from './queries.ts'
import { addAbstract, buildSearchIndex, type SearchIndex } from './search-index.ts'
import { whenIdle } from '#lib/when-idle.ts'

/** Abstracts added per idle callback: about 5 ms of work on a slow phone. */
const sliceAbstracts = 40

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
  const [, setSearchable] = useState(0)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const abstracts = useQuery({
    ...abstractsQuery(programme?.sessions ?? []),
    enabled: idle && !!programme,
  }).data
  useEffect(() => {
    if (!programme || !idle) return undefined
    const index = getIndex(programme, simplify)
    const pending = Object.entries(abstracts ?? {}).filter(([id]) => !index.abstracts.has(id))
    let stop = () => {}
    const work = () => {
      for (const [id, abstract] of pending.splice(0, sliceAbstracts)) addAbstract(index, id, abstract)
      if (pending.length > 0) stop = whenIdle(work)
      // Searches again with the abstracts that have arrived.
      else setSearchable(index.abstracts.size)
    }
    stop = whenIdle(work)
    return () => stop()
  }, [programme, idle, abstracts, simplify])
  return () => programme && getIndex(programme, simplify)
}
