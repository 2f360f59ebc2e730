import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ListState } from '../data/list-state.ts'
import { rowsQuery } from '../data/queries.ts'
import { buildListQuery } from './list-query.ts'

/** After so short a pause in typing the server is asked, in milliseconds: it has answered when the list is drawn anew. */
const askAfterMs = 40

/**
 * Asks for the rows of words while they are typed, before they go into the address: the list is drawn once, with its
 * answer. What was asked for words that were typed on is called off.
 */
export function useSearchPrefetch(
  metadata: ModuleMetadata,
  state: ListState,
  asTable: boolean,
): (words: string) => void {
  const client = useQueryClient()
  const callOff = useRef<() => void>(undefined)
  useEffect(() => () => callOff.current?.(), [])
  return (words) => {
    callOff.current?.()
    const { asked } = buildListQuery(metadata, { ...state, words: words.trim() }, asTable)
    const query = rowsQuery(metadata.name, asked, 1)
    const timer = setTimeout(() => void client.prefetchQuery(query), askAfterMs)
    callOff.current = () => {
      clearTimeout(timer)
      // What is on the screen asks for itself.
      if (client.getQueryCache().find(query)?.isActive() === false)
        void client.cancelQueries({ queryKey: query.queryKey, exact: true })
    }
  }
}
