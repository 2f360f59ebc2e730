import { useTranslation } from 'react-i18next'
import { notify } from '#platform/notices.ts'
import { discardEntry, resendEntry, submit } from '#outbox/index.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { toText, type Application } from './applications.ts'
import { formPath } from './meetings-search.ts'
import { moduleName } from './queries.ts'
import { planWithdrawal } from './plan-withdrawal.ts'

/**
 * Returns a function that withdraws an application after a confirmation: discards unsent entries, and informs the
 * server if needed.
 */
export function useWithdraw({ id, row, unsentEntries, values }: Application): () => Promise<void> {
  const { t } = useTranslation('side-meetings')
  return async () => {
    const name = toText(values, 'name')
    const isConfirmed = await confirmDialog({
      title: t('withdrawAsk.title'),
      text: t(row?.status === 'assigned' ? 'withdrawAsk.assigned' : 'withdrawAsk.text', { name }),
      yes: t('withdrawAsk.yes'),
      no: t('withdrawAsk.no'),
    })
    if (!isConfirmed) return
    const withdraw = async () => {
      const plan = planWithdrawal({ row, open: unsentEntries })
      const discarded = await Promise.all(plan.discard.map((entry) => discardEntry(entry)))
      // An entry that was just sent cannot be discarded, so the withdrawal follows it.
      if (!plan.isSent && discarded.every(Boolean)) return
      if (plan.resend !== undefined) await resendEntry(plan.resend)
      await submit({
        module: moduleName,
        entityId: id,
        deed: { kind: 'action', name: 'withdraw', ...(row && { baseVersion: row.version }) },
        body: {},
        title: t('withdrawTitle', { name }),
        formPath,
      })
    }
    await withdraw().catch(() => notify({ kind: 'danger', title: t('withdrawFailed') }))
  }
}
