import { useTranslation } from 'react-i18next'
import { useForumTime } from '#platform/forum-time.ts'
import { useMinute } from '#platform/server-clock.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './DemoClockBanner.module.css'

/** Shows the time of the demonstration under the header of every page. */
export default function DemoClockBanner() {
  const { t } = useTranslation()
  const nowMs = useMinute()
  const time = useForumTime()
  return (
    <aside className={styles.banner} aria-label={t('demonstration.label')}>
      <Icon name="clock" size={16} />
      {t('demonstration.now', { time: time.dateTime(nowMs) })}
    </aside>
  )
}
