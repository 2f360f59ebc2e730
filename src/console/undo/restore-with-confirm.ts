import { t } from 'i18next'
import { ApiError } from '#platform/api.ts'
import { withAcceptedOverlaps } from '#outbox/index.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import type { Row } from '../data/console-api.ts'
import { restoreRow, type RestoreBody } from '../data/row-operations.ts'

/**
 * Restores a row; asks the user first when it would overlap with others in one room.
 * @throws ApiError, NetworkError; also the server's `row.overlaps` when the user declines
 */
export async function restoreWithConfirm(module: string, body: RestoreBody): Promise<Row> {
  try {
    return await restoreRow(module, body)
  } catch (error) {
    if (!(error instanceof ApiError) || error.key !== 'row.overlaps') throw error
    const isAccepted = await confirmDialog({
      title: t('overlaps.title', { ns: 'console' }),
      text: error.fields.map(({ text }) => text ?? '').join('\n'),
      yes: t('overlaps.restore', { ns: 'console' }),
      no: t('action.cancel', { ns: 'console' }),
    })
    if (!isAccepted) throw error
    return restoreRow(module, withAcceptedOverlaps(body, error.fields))
  }
}
