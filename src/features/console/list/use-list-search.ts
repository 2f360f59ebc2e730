import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { writeListState, type ListState } from '../data/list-state.ts'

/**
 * Returns a function that changes the list's state in the URL and keeps the open record.
 * @returns a function that changes a part of the state; `replace` adds no entry to the browser's history
 */
export function useSetListSearch(
  module: string,
  state: ListState,
  openId: string | undefined,
): (change: Partial<ListState>, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (change, { replace = false } = {}) => {
      const search = writeListState({ ...state, ...change })
      if (openId === undefined) void navigate({ to: '/console/$module', params: { module }, search, replace })
      else void navigate({ to: '/console/$module/$id', params: { module, id: openId }, search, replace })
    },
    [navigate, module, state, openId],
  )
}
