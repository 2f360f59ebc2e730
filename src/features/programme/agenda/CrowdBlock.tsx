import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import { formatTimeInTimeZone } from '#contract/time.ts'
import { type GridCrowd, formatTimeRange } from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import styles from './CrowdBlock.module.css'

/** Gap to the block below, in CSS pixels. */
const gapPx = 3

/**
 * A block for many concurrent sessions of a room: shows their number, and a tap lists them. In print all are listed.
 */
export function CrowdBlock({
  crowd,
  scale,
  timeZone,
  onOpen,
}: {
  crowd: GridCrowd
  /** CSS pixels per minute. */
  scale: number
  timeZone: string
  onOpen: (crowd: GridCrowd) => void
}) {
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const { items, fromMinutes, minutes, endMs } = crowd
  return (
    <li className={styles.block} style={{ top: fromMinutes * scale, height: minutes * scale - gapPx }}>
      <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => onOpen(crowd)}>
        <span className={styles.count}>{t('crowd', { count: items.length })}</span>
        <span className={styles.time}>
          {formatTimeInTimeZone(items[0]?.startMs ?? endMs, timeZone)}–{formatTimeInTimeZone(endMs, timeZone)}
        </span>
      </button>
      <ul className={styles.paper}>
        {items.map((item) => (
          <li key={item.id}>
            {formatTimeRange(item, timeZone)} {selectLocalizedText(item.row.title, locale).text}
          </li>
        ))}
      </ul>
    </li>
  )
}
