import { useTranslation } from 'react-i18next'
import { notify } from '#lib/notices.ts'
import { discardEntry, resendEntry, submit } from '#outbox/index.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { toText, type Application } from './applications.ts'
import { formPath } from './meetings-search.ts'
import { moduleName } from './queries.ts'
import { planWithdrawal } from './plan-withdrawal.ts'

/** Takes an application back, after a question: what was never sent is gone, what the server has is withdrawn. */
export function useWithdraw({ id, row, open, values }: Application): () => Promise<void> {
  const { t } = useTranslation('side-meetings')
  return async () => {
    const name = toText(values, 'name')
    const isMeant = await confirmDialog({
      title: t('withdrawAsk.title'),
      text: t(row?.status === 'assigned' ? 'withdrawAsk.assigned' : 'withdrawAsk.text', { name }),
      yes: t('withdrawAsk.yes'),
      no: t('withdrawAsk.no'),
    })
    if (!isMeant) return
    const withdraw = async () => {
      const plan = planWithdrawal({ row, open })
      const gone = await Promise.all(plan.discard.map((entry) => discardEntry(entry)))
      // What went out this moment stays, and the withdrawal follows it.
      if (!plan.isSent && gone.every(Boolean)) return
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
