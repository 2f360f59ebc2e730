import { useTranslation } from 'react-i18next'
import { useForumTime } from '#lib/forum-time.ts'
import { useMinute } from '#lib/use-minute.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import type { TimelineStep } from './registration-timeline.ts'
import styles from './RegistrationTimeline.module.css'

const icons: Partial<Record<TimelineStep['name'], IconName>> = {
  more_info: 'warning',
  declined: 'close',
  withdrawn: 'minus',
}

/** The way of a registration: what is done is solid, what comes is hollow. */
export function RegistrationTimeline({ stations }: { stations: readonly TimelineStep[] }) {
  const { t } = useTranslation('accounts')
  return (
    <ol className={styles.line} aria-label={t('state.line')}>
      {stations.map((station) => (
        <li
          key={station.name}
          className={`${styles.station} ${styles[station.place]} ${styles[station.name] ?? ''}`}
          aria-current={station.place === 'now' ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {station.place !== 'coming' && <Icon name={icons[station.name] ?? 'check'} size={16} />}
          </span>
          <p className={styles.name}>{t(`state.${station.name}`)}</p>
          <When station={station} />
        </li>
      ))}
    </ol>
  )
}

function When({ station: { at, place } }: { station: TimelineStep }) {
  const { t } = useTranslation('accounts')
  const time = useForumTime()
  const nowMs = useMinute()
  if (at === undefined) return null
  // A day that is over is none to expect anything on.
  if (place === 'coming' && Date.parse(at) < nowMs) return <p className={styles.text}>{t('state.soon')}</p>
  const words = place === 'coming' ? t('state.expected', { day: time.day(at) }) : time.dateTime(at)
  return (
    <p className={styles.text}>
      <time dateTime={at}>{words}</time>
    </p>
  )
}
