import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  listConcurrentSessions,
  type Programme,
  type ProgrammeItem,
  roomNames,
  roomsOf,
  formatTimeRange,
} from '#features/sessions'
import { useLocale, useLocalized } from '#lib/locale.ts'
import styles from './Lists.module.css'

/** Most sessions named: a large conference has dozens at the same time, and the agenda lists them all. */
const mostSessions = 12

/** What else one could hear meanwhile. */
export function ConcurrentSessions({ item, programme }: { item: ProgrammeItem; programme: Programme }) {
  const { t } = useTranslation('session-detail')
  const pick = useLocalized()
  const locale = useLocale()
  const others = listConcurrentSessions(programme, item).slice(0, mostSessions)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="session-same-time" className={styles.section}>
      <h2 id="session-same-time">{t('same_time')}</h2>
      <ul className={styles.plain}>
        {others.map((other) => (
          <li key={other.id}>
            <Link to="/agenda/$sessionId" params={{ sessionId: other.id }} replace className={styles.other}>
              <span className={styles.otherTitle}>{pick(other.row.title).text}</span>
              <small>
                {formatTimeRange(other, programme.zone)}
                {roomsOf(other).length > 0 && ` · ${roomNames(other, locale)}`}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
