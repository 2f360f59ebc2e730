import { useTranslation } from 'react-i18next'
import { isOtherTimeZone, getTimeZoneLabel } from '#platform/forum-time.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './ZoneNotice.module.css'

/**
 * Says that times are the venue's, when the device's time zone differs from it.
 * @param timeZone of the forum
 * @param atMs instant at which the zones are compared, because of daylight saving time: a start of the sessions on
 * screen
 */
export function ZoneNotice({ timeZone, atMs }: { timeZone: string; atMs: number }) {
  const { t } = useTranslation('agenda')
  if (!isOtherTimeZone(timeZone, atMs)) return null
  return (
    <p className={styles.notice}>
      <Icon name="clock" size={18} />
      {t('venue_time', { offset: getTimeZoneLabel(timeZone, atMs) })}
    </p>
  )
}
