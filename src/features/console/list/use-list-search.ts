import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { writeListState, type ListState } from '../data/list-state.ts'

/**
 * Changes what a list shows: it goes into the address, which keeps the record that is open.
 * @returns changes a part of it; `replace` leaves no step for the way back
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
