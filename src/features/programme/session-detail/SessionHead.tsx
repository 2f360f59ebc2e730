import { useTranslation } from 'react-i18next'
import { locales, selectLocalizedText } from '#contract/locale.ts'
import { StarButton } from '#features/programme/favourites'
import { type ProgrammeItem, TrackLabel } from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import styles from './SessionHead.module.css'

/** Title in the current language, the other one below, and the star. */
export function SessionHead({ item }: { item: ProgrammeItem }) {
  const { t } = useTranslation('session-detail')
  const { t: tFavourites } = useTranslation('favourites')
  const locale = useLocale()
  const title = selectLocalizedText(item.row.title, locale)
  const otherLocales = locales.filter((each) => each !== title.locale && item.row.title[each])
  const subtitle = selectLocalizedText(item.row.subtitle, locale)
  return (
    <header className={styles.head}>
      <div className={styles.text}>
        {item.track && <TrackLabel track={item.track} locale={locale} />}
        <h1
          id="session-title"
          lang={title.locale}
          data-cancelled={item.row.state === 'cancelled' || undefined}
        >
          {title.text}
        </h1>
        {otherLocales
          .filter((each) => item.row.title[each] !== title.text)
          .map((each) => (
            <p key={each} lang={each} className={styles.other}>
              {item.row.title[each]}
            </p>
          ))}
        {subtitle.text && <p lang={subtitle.locale}>{subtitle.text}</p>}
        {item.row.state === 'cancelled' && <p className={styles.cancelled}>{t('cancelled')}</p>}
      </div>
      <StarButton sessionId={item.id} label={tFavourites('star')} titleId="session-title" />
    </header>
  )
}
