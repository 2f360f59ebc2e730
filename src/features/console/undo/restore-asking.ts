import { t } from 'i18next'
import { ApiError } from '#lib/api.ts'
import { withAcceptedOverlaps } from '#outbox/index.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import type { Row } from '../data/console-api.ts'
import { restoreRow, type RestoreBody } from '../data/row-operations.ts'

/**
 * Brings a row back; asks first when it would stand beside others in one place at one time.
 * @throws ApiError, NetworkError
 */
export async function restoreAsking(module: string, body: RestoreBody): Promise<Row> {
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
