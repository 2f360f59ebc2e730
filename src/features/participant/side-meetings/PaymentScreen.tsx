import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApprovedOnly } from '#features/participant/participant-forms'
import { useDocumentTitle } from '#platform/forum.ts'
import { buttonClass } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/LoadState.tsx'
import { formatDay, useForumTime } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { copyText } from '#platform/browser.ts'
import { notify } from '#platform/notices.ts'
import type { PaymentSearch } from './payment-search.ts'
import type { MeetingRow } from './queries.ts'
import { useRoomLabel } from './MeetingDetails.tsx'
import { formatYuan } from './price.ts'
import styles from './Payment.module.css'
import copyableTextStyles from './CopyableText.module.css'

/** Payment details of a meeting with an assigned room. */
export function PaymentScreen({ search }: { search: PaymentSearch }) {
  const { t } = useTranslation('side-meetings')
  useDocumentTitle(t('payment.title'))
  return (
    <Screen>
      <PageHeader
        title={t('payment.title')}
        lead={<Link to="/user/side-meetings">{t('payment.back')}</Link>}
      />
      <ApprovedOnly module="side_meetings">
        {(rows) => {
          const row = findPayable(rows ?? [], search.id)
          return row ? <Payment meeting={row} /> : <NothingToPay isKnown={rows !== undefined} />
        }}
      </ApprovedOnly>
    </Screen>
  )
}

/**
 * Finds the meeting with this id if it has payment details; without an id the first one to be paid, or else a paid one.
 */
function findPayable(rows: readonly MeetingRow[], id: string | undefined): MeetingRow | undefined {
  const listByStatus = (...statuses: string[]) => rows.filter(({ status }) => statuses.includes(status))
  if (id !== undefined) return listByStatus('assigned', 'paid').find((row) => row.id === id)
  return listByStatus('assigned')[0] ?? listByStatus('paid')[0]
}

/** @param isKnown false when the user's meetings are not on this device, so there may be one to pay */
function NothingToPay({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation('side-meetings')
  return (
    <EmptyState
      title={t(isKnown ? 'payment.none.title' : 'unknown.title')}
      text={t('payment.none.text')}
      action={
        <Link to="/user/side-meetings" className={buttonClass('filled')}>
          {t('payment.back')}
        </Link>
      }
    />
  )
}

/** Shows the amount in large type and the details for a banking app, each with a copy button. */
function Payment({ meeting }: { meeting: MeetingRow }) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const pick = useLocalized()
  const time = useForumTime()
  const room = useRoomLabel(meeting.assigned_room)
  const { assigned_date: date, assigned_start_time_at: from, assigned_end_time_at: to } = meeting
  const when = date ? `${formatDay(date, locale)} ${from ?? ''}–${to ?? ''}` : ''
  // The server sets the amount when it assigns a room, so 0 never shows.
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

/** A line of text with a copy button; renders nothing without text. */
function CopyableText({
  label,
  text,
  clipboardText = text,
}: {
  label: string
  text: string
  /** Text for the clipboard when a form needs another format, such as digits only. */
  clipboardText?: string
}) {
  const { t } = useTranslation('side-meetings')
  if (text === '') return null
  const copy = async () => {
    const isCopied = await copyText(clipboardText)
    notify(
      isCopied
        ? { kind: 'success', title: t('copy.done', { label }) }
        : { kind: 'info', title: t('copy.byHand') },
    )
  }
  return (
    <div className={copyableTextStyles.line}>
      <dt className={copyableTextStyles.label}>{label}</dt>
      <dd className={copyableTextStyles.value}>
        <span className={copyableTextStyles.text}>{text}</span>
        <IconButton icon="copy" label={t('copy.label', { label })} onClick={() => void copy()} />
      </dd>
    </div>
  )
}
