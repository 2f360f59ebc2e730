import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { EntryStatusNotice } from '#features/participant/participant-forms'
import { formatDay } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { useSubmission } from '#forms/index.ts'
import { needsDecision, save } from '#outbox/index.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { notify } from '#platform/notices.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { toText, type Application } from './applications.ts'
import { MeetingDetails } from './MeetingDetails.tsx'
import styles from './MeetingCard.module.css'
import { formPath } from './meetings-search.ts'
import { moduleName } from './queries.ts'

/** Statuses of a meeting that has payment details. */
const payableStatuses: ReadonlySet<unknown> = new Set(['assigned', 'paid'])

/** Shows an application with its status, time, room and actions. */
export function MeetingCard({ application, onEdit }: { application: Application; onEdit: () => void }) {
  const { t } = useTranslation('side-meetings')
  const pick = useLocalized()
  const locale = useLocale()
  const withdraw = useWithdraw(application)
  const { row, entry, unsentEntries, values } = application
  const status = row?.status
  const statusOption = sideMeetings.fields.status.options?.find(({ value }) => value === status)
  const reason = row?.reason ? pick(row.reason) : undefined
  // The owner may edit it until an organiser decides. Without a status the server does not have it yet.
  const isUndecided = status === undefined || status === 'submitted'
  // `withdraw` is the only action that participants may run.
  const isWithdrawing = unsentEntries.some(
    (unsentEntry) => unsentEntry.deed.kind === 'action' && !needsDecision(unsentEntry),
  )
  // The server has it, but its row has not been fetched yet, so its status is unknown.
  const isLoading = !row && entry?.state === 'done'
  const canAct = !isWithdrawing && !isLoading
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>{toText(values, 'name')}</h2>
        {statusOption && (
          <span className={styles.status} data-status={status}>
            {statusOption.label[locale]}
          </span>
        )}
      </div>
      <p className={styles.host}>{toText(values, 'master_unit')}</p>
      {entry && <EntryStatusNotice entry={entry} />}
      <MeetingDetails application={application} />
      {reason?.text && (
        <p className={styles.reason} lang={reason.locale === locale ? undefined : reason.locale}>
          {reason.text}
        </p>
      )}
      {status === 'assigned' && row?.pay_by && (
        <p className={styles.payBy}>{t('payBy', { date: formatDay(row.pay_by, locale) })}</p>
      )}
      <div className={styles.actions}>
        {row && payableStatuses.has(status) && (
          <Link
            to="/user/side-meetings/payment"
            search={{ id: row.id }}
            className={buttonClass(status === 'assigned' ? 'filled' : 'quiet')}
          >
            <Icon name="forward" size={20} /> {t('payment.link')}
          </Link>
        )}
        {isUndecided && canAct && <Button onClick={onEdit}>{t('edit')}</Button>}
        {(isUndecided || status === 'assigned') && canAct && (
          <Button onClick={() => void withdraw()}>{t('withdraw')}</Button>
        )}
      </div>
    </li>
  )
}

/**
 * Returns a function that withdraws an application after a confirmation. An application that the server never received
 * is only discarded.
 */
function useWithdraw({ id, row, unsentEntries, values }: Application): () => Promise<void> {
  const { t } = useTranslation('side-meetings')
  const { send } = useSubmission()
  return async () => {
    const name = toText(values, 'name')
    const isConfirmed = await confirmDialog({
      title: t('withdrawAsk.title'),
      text: t(row?.status === 'assigned' ? 'withdrawAsk.assigned' : 'withdrawAsk.text', { name }),
      yes: t('withdrawAsk.yes'),
      no: t('withdrawAsk.no'),
    })
    if (!isConfirmed) return
    const result = await send(() =>
      save({
        module: moduleName,
        row,
        entries: unsentEntries,
        entityId: id,
        operation: { action: 'withdraw' },
        isWithdrawal: true,
        title: t('withdrawTitle', { name }),
        formPath,
      }),
    )
    // Nothing was stored.
    if (result?.kind === 'idle') notify({ kind: 'danger', title: t('withdrawFailed') })
  }
}
