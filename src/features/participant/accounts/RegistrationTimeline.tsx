import { useTranslation } from 'react-i18next'
import { useForumTime } from '#platform/forum-time.ts'
import { useMinute } from '#platform/use-minute.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import type { TimelineStep } from './registration-timeline.ts'
import styles from './RegistrationTimeline.module.css'

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
