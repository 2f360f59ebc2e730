import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reviewStates, type ReviewState } from '#contract/modules/review.ts'
import { useLocalized } from '#platform/locale.ts'
import { EntryStatus, needsDecision, useEntryFor, type OutboxEntry } from '#outbox/index.ts'
import { buttonClass } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { useOwnRegistration, type RegistrationSummary } from './registration-query.ts'
import { buildTimeline } from './registration-timeline.ts'
import { RegistrationTimeline } from './RegistrationTimeline.tsx'
import { StatusActions } from './StatusActions.tsx'
import styles from './StatusCard.module.css'

/** Status of the user's registration: its timeline, the organisers' note and the next step. */
export function StatusCard() {
  const { t } = useTranslation('accounts')
  return (
    <section className={styles.card} aria-labelledby="status-title">
      <h2 id="status-title" className={styles.title}>
        {t('status.title')}
      </h2>
      <Content />
    </section>
  )
}

function Content() {
  const { t } = useTranslation('accounts')
  const { data: registration, isError, refetch } = useOwnRegistration()
  const pendingEntry = usePendingEntry()
  if (registration) return <Registration registration={registration} />
  if (pendingEntry) return <PendingEntry entry={pendingEntry} />
  if (registration === undefined)
    return <LoadState failed={isError} retry={() => void refetch()} skeleton={<SkeletonLines lines={5} />} />
  return (
    <>
      <p>{t('status.none')}</p>
      <StatusActions />
    </>
  )
}

function Registration({ registration }: { registration: RegistrationSummary }) {
  const { t } = useTranslation('accounts')
  const pendingEntry = usePendingEntry()
  const keyGroup = registration.module === 'registrations' ? 'next' : 'staff'
  const state: ReviewState = reviewStates.find((one) => one === registration.status) ?? 'submitted'
  return (
    <>
      <RegistrationTimeline steps={buildTimeline(registration)} />
      <ReviewNote state={state} reason={registration.review_reason} />
      <p className={styles.text}>{t(`status.${keyGroup}.${state}`)}</p>
      {pendingEntry && <PendingEntry entry={pendingEntry} />}
      <StatusActions registration={{ ...registration, state }} />
    </>
  )
}

/** Returns the outbox entry of a registration that is not done. */
function usePendingEntry(): OutboxEntry | undefined {
  const participant = useEntryFor('registrations')
  const staff = useEntryFor('staff_registrations')
  return [participant, staff].find((entry) => entry && entry.state !== 'done')
}

/** Status of the entry, with a link to what the user can do about it. */
function PendingEntry({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation('accounts')
  const { state, deed, formPath } = entry
  const canCorrect = deed.kind !== 'action' && (state === 'rejected' || state === 'conflict')
  return (
    <>
      <EntryStatus entry={entry} />
      {needsDecision(entry) && (
        <Link
          to={canCorrect ? formPath : '/user/outbox'}
          className={`${buttonClass('filled')} ${styles.mend}`}
        >
          {t(canCorrect ? (state === 'conflict' ? 'status.choose' : 'status.mend') : 'status.outbox')}
        </Link>
      )}
    </>
  )
}

/** The organisers' note, until the registration is submitted again. */
function ReviewNote({ state, reason }: { state: ReviewState; reason: RegistrationSummary['review_reason'] }) {
  const { t } = useTranslation('accounts')
  const pick = useLocalized()
  const { text, locale } = pick(reason)
  if (!text || (state !== 'more_info' && state !== 'declined')) return null
  return (
    <div className={styles.note}>
      <h3 className={styles.noteTitle}>{t(`status.note.${state}`)}</h3>
      <p lang={locale}>{text}</p>
    </div>
  )
}
