import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  listConcurrentSessions,
  type Programme,
  type ProgrammeItem,
  formatRoomNames,
  listRooms,
  formatTimeRange,
} from '#features/programme/sessions'
import { useLocale, useLocalized } from '#platform/locale.ts'
import styles from './Lists.module.css'

/** Maximum number of sessions listed: a large conference has dozens at the same time, and the agenda has all. */
const maxSessions = 12

/** Lists the other sessions at the same time. */
export function ConcurrentSessions({ item, programme }: { item: ProgrammeItem; programme: Programme }) {
  const { t } = useTranslation('session-detail')
  const pick = useLocalized()
  const locale = useLocale()
  const others = listConcurrentSessions(programme, item).slice(0, maxSessions)
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
                {formatTimeRange(other, programme.timeZone)}
                {listRooms(other).length > 0 && ` · ${formatRoomNames(other, locale)}`}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
