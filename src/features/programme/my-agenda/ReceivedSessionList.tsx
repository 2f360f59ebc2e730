import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import { useFavourites } from '#features/programme/favourites'
import {
  formatDayLabel,
  type ProgrammeItem,
  formatRoomNames,
  listRooms,
  formatTimeRange,
  TrackNumeral,
} from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './ReceiveAgendaScreen.module.css'

/** Lists the received sessions, and marks those that are starred already. */
export function ReceivedSessionList({
  items,
  timeZone,
}: {
  items: readonly ProgrammeItem[]
  timeZone: string
}) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const starred = useFavourites()
  return (
    <ul className={styles.list}>
      {items.map((item) => {
        const title = selectLocalizedText(item.row.title, locale)
        return (
          <li key={item.id} className={styles.row}>
            <span className={styles.text}>
              <span className={styles.title} lang={title.locale}>
                {title.text}
              </span>
              <span className={styles.secondary}>
                {item.track?.code && <TrackNumeral track={item.track} locale={locale} />}
                <span>
                  {formatDayLabel(item.day, locale, 'short')} {formatTimeRange(item, timeZone)}
                  {listRooms(item).length > 0 && ` · ${formatRoomNames(item, locale)}`}
                  {item.row.state === 'cancelled' && <strong> {t('cancelled')}</strong>}
                </span>
              </span>
            </span>
            {starred.has(item.id) && (
              <span className={styles.starred}>
                <Icon name="star" size={18} filled />
                <VisuallyHidden>{t('take.starred')}</VisuallyHidden>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
