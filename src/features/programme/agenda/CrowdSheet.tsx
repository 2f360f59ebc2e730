import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import type { GridCrowd } from './time-grid.ts'
import { formatTimeRange } from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './CrowdSheet.module.css'

/** Lists the concurrent sessions of a room, to choose one. A default export, because it is loaded by `lazy`. */
export default function CrowdSheet({
  crowd,
  timeZone,
  onClose,
}: {
  crowd: GridCrowd
  timeZone: string
  onClose: () => void
}) {
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  return (
    <Sheet title={t('crowd', { count: crowd.items.length })} closeLabel={t('sheet_close')} onClose={onClose}>
      <ul className={styles.list}>
        {crowd.items.map((item) => {
          const title = selectLocalizedText(item.row.title, locale)
          return (
            <li key={item.id}>
              <a href={`/agenda/${item.id}`} className={styles.session}>
                <span className={styles.title} lang={title.locale}>
                  {title.text}
                </span>
                <span className={styles.time}>
                  {formatTimeRange(item, timeZone)}
                  {item.row.state === 'cancelled' && ` · ${t('cancelled')}`}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
