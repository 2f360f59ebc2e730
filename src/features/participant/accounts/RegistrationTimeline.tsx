import { useTranslation } from 'react-i18next'
import { reviewDeadlineHours, reviewStates, type ReviewState } from '#contract/modules/review.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useMinute } from '#platform/server-clock.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './RegistrationTimeline.module.css'

/** Icons of steps; a check for all others. */
const icons: Partial<Record<TimelineStep['name'], IconName>> = {
  more_info: 'warning',
  declined: 'close',
  withdrawn: 'minus',
}

/** Timeline of a registration: past steps are solid, coming ones are hollow. */
export function RegistrationTimeline({ steps }: { steps: readonly TimelineStep[] }) {
  const { t } = useTranslation('accounts')
  return (
    <ol className={styles.line} aria-label={t('state.line')}>
      {steps.map((step) => (
        <li
          key={step.name}
          className={`${styles.station} ${styles[step.progress]} ${styles[step.name] ?? ''}`}
          aria-current={step.progress === 'now' ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {step.progress !== 'coming' && <Icon name={icons[step.name] ?? 'check'} size={16} />}
          </span>
          <p className={styles.name}>{t(`state.${step.name}`)}</p>
          <StepTime step={step} />
        </li>
      ))}
    </ol>
  )
}

/** When a step was reached, or is expected. */
function StepTime({ step: { at, progress } }: { step: TimelineStep }) {
  const { t } = useTranslation('accounts')
  const time = useForumTime()
  const nowMs = useMinute()
  if (at === undefined) return null
  // Once the expected day has passed, the timeline says "soon" instead.
  if (progress === 'coming' && Date.parse(at) < nowMs) return <p className={styles.text}>{t('state.soon')}</p>
  const label = progress === 'coming' ? t('state.expected', { day: time.day(at) }) : time.dateTime(at)
  return (
    <p className={styles.text}>
      <time dateTime={at}>{label}</time>
    </p>
  )
}

/** A step of a registration's timeline. */
interface TimelineStep {
  /** `result` is the decision before it is known. */
  name: ReviewState | 'result'
  /** Whether the step is done, current or still to come. */
  progress: 'done' | 'now' | 'coming'
  /** Instant at which it was reached, or is expected; absent when there is no such time. */
  at?: string
}

/** What the timeline needs of a registration. */
interface TimelineInput {
  status: string
  /** Instants. */
  submitted_at: string
  decided_at?: string | null
  updated_at: string
}

/** Lists the steps in the order of time. */
export function buildTimeline({
  status,
  submitted_at,
  decided_at,
  updated_at,
}: TimelineInput): TimelineStep[] {
  // A newer server may send a status that this version of the app does not know.
  const state = reviewStates.find((one) => one === status) ?? 'submitted'
  const submittedStep: TimelineStep = {
    name: 'submitted',
    progress: state === 'submitted' ? 'now' : 'done',
    at: submitted_at,
  }
  const resultStep: TimelineStep = { name: 'result', progress: 'coming', at: getExpectedAt(submitted_at) }
  switch (state) {
    case 'submitted':
      return [submittedStep, { name: 'under_review', progress: 'coming' }, resultStep]
    case 'under_review':
      return [submittedStep, { name: state, progress: 'now', at: updated_at }, resultStep]
    case 'more_info':
      // The review deadline starts only when the user has sent the requested information.
      return [
        submittedStep,
        { name: state, progress: 'now', at: updated_at },
        { name: 'result', progress: 'coming' },
      ]
    default:
      return [submittedStep, { name: state, progress: 'now', at: decided_at ?? updated_at }]
  }
}

/** Returns the instant by which organisers decide. */
function getExpectedAt(submittedAt: string): string {
  return new Date(Date.parse(submittedAt) + reviewDeadlineHours * 3_600_000).toISOString()
}
