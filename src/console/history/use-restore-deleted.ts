import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidateRows } from '../data/queries.ts'
import { restoreWithConfirm } from '../undo/restore-with-confirm.ts'

/** Restores a deleted row as it was. */
export function useRestoreDeleted(module: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => restoreWithConfirm(module, { id }),
    onSettled: () => invalidateRows(client, module),
    meta: { quiet: true },
  })
}
