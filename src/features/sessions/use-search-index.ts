import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Simplify } from '#contract/fold-text.ts'
import { useHanForms } from '#lib/han-forms.ts'
import type { Programme } from './programme.ts'
import { abstractsQuery } from './queries.ts'
import { addAbstract, buildSearchIndex, type SearchIndex } from './search-index.ts'
import { whenIdle } from '#lib/when-idle.ts'

/** Abstracts prepared in one idle moment: some 5 ms of work on a slow phone. */
const sliceAbstracts = 40

const indexes = new WeakMap<Programme, SearchIndex>()

function indexOf(programme: Programme, simplify: Simplify | undefined): SearchIndex {
  const known = indexes.get(programme)
  if (known && known.simplify === simplify) return known
  const index = buildSearchIndex(programme, simplify)
  indexes.set(programme, index)
  return index
}

/**
 * A way to the search index of a programme. It is built at its first use or when the device is idle, whichever comes
 * first; the abstracts are then fetched or read from this device, and join in while the device is idle.
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
    const index = indexOf(programme, simplify)
    const waiting = Object.entries(abstracts ?? {}).filter(([id]) => !index.abstracts.has(id))
    let stop = () => {}
    const work = () => {
      for (const [id, abstract] of waiting.splice(0, sliceAbstracts)) addAbstract(index, id, abstract)
      if (waiting.length > 0) stop = whenIdle(work)
      // Words typed before the abstracts came are looked for again.
      else setSearchable(index.abstracts.size)
    }
    stop = whenIdle(work)
    return () => stop()
  }, [programme, idle, abstracts, simplify])
  return () => programme && indexOf(programme, simplify)
}
