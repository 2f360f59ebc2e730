import { useTranslation } from 'react-i18next'
import { formatDay, useForumTime } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { CopyableText } from './CopyableText.tsx'
import { useRoomLabel } from './MeetingDetails.tsx'
import { formatYuan } from './price.ts'
import type { MeetingRow } from './queries.ts'
import styles from './Payment.module.css'

/** Shows the amount in large type and the details for a banking app, each with a copy button. */
export function Payment({ meeting }: { meeting: MeetingRow }) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const pick = useLocalized()
  const time = useForumTime()
  const room = useRoomLabel(meeting.assigned_room)
  const { assigned_date: date, assigned_start_time_at: from, assigned_end_time_at: to } = meeting
  const when = date ? `${formatDay(date, locale)} ${from ?? ''}–${to ?? ''}` : ''
  const amount = formatYuan(meeting.amount ?? 0, locale)
  return (
    <article className={styles.payment} aria-labelledby="payment-meeting">
      <header className={styles.head}>
        <h2 id="payment-meeting" className={styles.name}>
          {meeting.name}
        </h2>
        <p className={styles.where}>{[when, room].filter(Boolean).join(' · ')}</p>
        <p className={styles.amount}>{amount}</p>
        {meeting.paid_at ? (
          <p className={styles.paid}>
            <Icon name="check" size={20} /> {t('payment.paid', { date: time.dateTime(meeting.paid_at) })}
          </p>
        ) : (
          meeting.pay_by && (
            <p className={styles.by}>{t('payBy', { date: formatDay(meeting.pay_by, locale) })}</p>
          )
        )}
      </header>
      <dl className={styles.lines}>
        <CopyableText label={t('payment.payee')} text={pick(meeting.payee_name).text} />
        <CopyableText label={t('payment.bank')} text={pick(meeting.payee_bank).text} />
        <CopyableText label={t('payment.account')} text={meeting.payee_account ?? ''} />
        <CopyableText label={t('payment.amount')} text={amount} clipboardText={String(meeting.amount ?? 0)} />
        <CopyableText label={t('payment.reference')} text={meeting.payment_reference ?? ''} />
      </dl>
      <p className={styles.hint}>{t('payment.hint')}</p>
    </article>
  )
}
