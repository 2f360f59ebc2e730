import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askAnew } from '../reading/queries.ts'
import { restoreRow } from '../reading/row-deeds.ts'

/** Brings a deleted row back as it was. */
export function useRestoreDeleted(module: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => restoreRow(module, { id }),
    onSettled: () => askAnew(client, module),
    meta: { quiet: true },
  })
}
