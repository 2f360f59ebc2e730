import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewState } from '#contract/modules/review.ts'
import type { OwnRowIds } from '#contract/row.ts'
import { MyCenter } from '#platform/route-paths.ts'
import { notify } from '#platform/notices.ts'
import {
  discardEntry,
  findRowEntries,
  needsDecision,
  NotStoredError,
  submit,
  useEntries,
  type OutboxEntry,
} from '#outbox/index.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Button } from '#ui/Button.tsx'
import type { RegistrationModule } from './registration-query.ts'

/** Withdraws a registration after a confirmation, through the outbox. */
export function WithdrawRegistration({
  registration: { module, state, ...row },
}: {
  registration: OwnRowIds & { module: RegistrationModule; state: ReviewState }
}) {
  const { t } = useTranslation('accounts')
  const { id } = row
  const entries = findRowEntries(useEntries(), module, row)
  const [isBusy, setBusy] = useState(false)
  const isWithdrawing = entries.some(
    ({ deed, state }) => deed.kind === 'action' && deed.name === 'withdraw' && isUnfinished(state),
  )
  if (isWithdrawing) return null
  return (
    <Button busy={isBusy} onClick={() => void confirmAndWithdraw()}>
      {t('withdraw.do')}
    </Button>
  )

  async function confirmAndWithdraw(): Promise<void> {
    const isSure = await confirmDialog({
      title: t('withdraw.title'),
      // Withdrawing ends the approval, and with it the access to the pages for approved participants.
      text: t(state === 'approved' ? 'withdraw.approvedText' : 'withdraw.text'),
      yes: t('withdraw.yes'),
      no: t('withdraw.no'),
    })
    if (!isSure) return
    setBusy(true)
    await withdraw().finally(() => setBusy(false))
  }

  async function withdraw(): Promise<void> {
    try {
      // Rejected changes are obsolete, and later entries would wait for them for ever.
      await Promise.all(entries.filter(needsDecision).map((entry) => discardEntry(entry.id)))
      const newEntry = await submit({
        module,
        entityId: id,
        deed: { kind: 'action', name: 'withdraw' },
        body: {},
        title: t('withdraw.do'),
        formPath: MyCenter,
      })
      if (newEntry.state === 'rejected')
        notify({ kind: 'danger', title: t('withdraw.failed'), text: newEntry.msg ?? '' })
    } catch (error) {
      if (!(error instanceof NotStoredError)) throw error
      notify({ kind: 'danger', title: t('withdraw.failed'), text: t('withdraw.notSent') })
    }
  }
}

const isUnfinished = (state: OutboxEntry['state']) => state !== 'done' && state !== 'rejected'
