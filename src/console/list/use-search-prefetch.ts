import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ListState } from '../data/list-state.ts'
import { rowsQuery } from '../data/queries.ts'
import { buildListQuery } from './list-query.ts'

/**
 * Pause in typing after which the rows are requested, in milliseconds. Shorter than the pause after which the list
 * shows the search.
 */
const debounceMs = 40

/**
 * Prefetches the rows of a search text while it is typed, before it enters the URL: the list renders once, with the
 * response. Further typing cancels the request.
 */
export function useSearchPrefetch(
  metadata: ModuleMetadata,
  state: ListState,
  isTable: boolean,
): (searchText: string) => void {
  const client = useQueryClient()
  const cancel = useRef<() => void>(undefined)
  useEffect(() => () => cancel.current?.(), [])
  return (searchText) => {
    cancel.current?.()
    const { params } = buildListQuery(metadata, { ...state, searchText: searchText.trim() }, isTable)
    const query = rowsQuery(metadata.name, params, 1)
    const timer = setTimeout(() => void client.prefetchQuery(query), debounceMs)
    cancel.current = () => {
      clearTimeout(timer)
      // A request that the screen needs is not cancelled.
      if (client.getQueryCache().find(query)?.isActive() === false)
        void client.cancelQueries({ queryKey: query.queryKey, exact: true })
    }
  }
}
