import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidateRows } from '../data/queries.ts'
import { restoreAsking } from '../undo/restore-asking.ts'

/** Brings a deleted row back as it was. */
export function useRestoreDeleted(module: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => restoreAsking(module, { id }),
    onSettled: () => invalidateRows(client, module),
    meta: { quiet: true },
  })
}
