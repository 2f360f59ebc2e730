import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askAnew } from '../reading/queries.ts'
import { restoreAsking } from '../undo/restore-asking.ts'

/** Brings a deleted row back as it was. */
export function useRestoreDeleted(module: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => restoreAsking(module, { id }),
    onSettled: () => askAnew(client, module),
    meta: { quiet: true },
  })
}
