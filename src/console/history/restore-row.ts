import type { useTranslation } from 'react-i18next'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#platform/api.ts'
import { invalidateRows } from '../data/queries.ts'
import { restoreWithConfirm } from '../undo/restore-with-confirm.ts'

/** Formats why a restore failed: the messages of single fields where there are any, because they are more exact. */
export function describeRestoreFailure(
  error: Error,
  t: ReturnType<typeof useTranslation<'console'>>['t'],
): string {
  if (!(error instanceof ApiError)) return t('networkAccess')
  // Another user has changed the row since this device loaded it.
  if (error.key === 'row.stale') return t('undo.changed')
  const texts = error.fields.map(({ text }) => text).filter((text) => text !== undefined)
  return texts.length > 0 ? texts.join(' ') : error.msg
}

/** Returns a mutation that restores a deleted row as it was. The caller shows the error, so no notice appears. */
export function useRestoreDeleted(module: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => restoreWithConfirm(module, { id }),
    onSettled: () => invalidateRows(client, module),
    meta: { quiet: true },
  })
}
