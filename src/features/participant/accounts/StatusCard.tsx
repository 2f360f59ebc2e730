import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reviewStates, type ReviewState, closedStates } from '#contract/modules/review.ts'
import type { OwnRowIds } from '#contract/row.ts'
import { useLocalized } from '#platform/locale.ts'
import { EntryStatus, needsDecision, useEntryFor, type OutboxEntry } from '#outbox/index.ts'
import { buttonClass } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { useForumTime } from '#platform/forum-time.ts'
import { useMinute } from '#platform/use-minute.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { useIsSent } from '#features/participant/participant-rows'
import {
  useOwnRegistration,
  type RegistrationSummary,
  type RegistrationModule,
} from './registration-query.ts'
import { buildTimeline, type TimelineStep } from './registration-timeline.ts'
import styles from './StatusCard.module.css'
import registrationTimelineStyles from './RegistrationTimeline.module.css'
import { WithdrawRegistration } from './WithdrawRegistration.tsx'

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

const icons: Partial<Record<TimelineStep['name'], IconName>> = {
  more_info: 'warning',
  declined: 'close',
  withdrawn: 'minus',
}

/** Timeline of a registration: past steps are solid, coming ones are hollow. */
function RegistrationTimeline({ steps }: { steps: readonly TimelineStep[] }) {
  const { t } = useTranslation('accounts')
  return (
    <ol className={registrationTimelineStyles.line} aria-label={t('state.line')}>
      {steps.map((step) => (
        <li
          key={step.name}
          className={`${registrationTimelineStyles.station} ${registrationTimelineStyles[step.progress]} ${registrationTimelineStyles[step.name] ?? ''}`}
          aria-current={step.progress === 'now' ? 'step' : undefined}
        >
          <span className={registrationTimelineStyles.mark}>
            {step.progress !== 'coming' && <Icon name={icons[step.name] ?? 'check'} size={16} />}
          </span>
          <p className={registrationTimelineStyles.name}>{t(`state.${step.name}`)}</p>
          <StepTime step={step} />
        </li>
      ))}
    </ol>
  )
}

function StepTime({ step: { at, progress } }: { step: TimelineStep }) {
  const { t } = useTranslation('accounts')
  const time = useForumTime()
  const nowMs = useMinute()
  if (at === undefined) return null
  // Once the expected day has passed, the timeline says "soon" instead.
  if (progress === 'coming' && Date.parse(at) < nowMs)
    return <p className={registrationTimelineStyles.text}>{t('state.soon')}</p>
  const label = progress === 'coming' ? t('state.expected', { day: time.day(at) }) : time.dateTime(at)
  return (
    <p className={registrationTimelineStyles.text}>
      <time dateTime={at}>{label}</time>
    </p>
  )
}

/** Route of the form of each kind. */
const formPaths = { registrations: '/register', staff_registrations: '/register/staff' } as const

/**
 * Actions on the registration; the next step is the only filled button. While it is under review there is no link to
 * the form.
 */
function StatusActions({
  registration,
}: {
  registration?: OwnRowIds & { module: RegistrationModule; state: ReviewState }
}) {
  const { t } = useTranslation('accounts')
  const { module, state } = registration ?? { module: 'registrations', state: 'none' }
  const isTravelSent = useIsSent('travel_infos')
  const isApproved = state === 'approved' && module === 'registrations'
  const isActive = registration !== undefined && !closedStates.some((one) => one === registration.state)
  return (
    <div className={styles.actions}>
      {isApproved && isTravelSent === false && (
        <Link to="/user/travel" className={buttonClass('filled')}>
          {t('status.do.travel')}
        </Link>
      )}
      {isApproved && isTravelSent && (
        <Link to="/agenda" search={{ mine: true }} className={buttonClass('filled')}>
          {t('rows.agenda')}
        </Link>
      )}
      {state !== 'under_review' && (
        <Link
          to={formPaths[module]}
          search={isActive ? { step: 'review' } : {}}
          className={buttonClass(isFormNextStep(state) ? 'filled' : 'quiet')}
        >
          {t(`status.do.${state}`)}
        </Link>
      )}
      {isActive && <WithdrawRegistration registration={registration} />}
    </div>
  )
}

const isFormNextStep = (state: ReviewState | 'none') =>
  state === 'none' || state === 'more_info' || state === 'withdrawn'
