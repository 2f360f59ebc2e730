import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import { useLocale } from '#platform/locale.ts'
import { pickRichText } from '#platform/rich-text.ts'
import { RichText } from '#ui/RichText.tsx'
import { EmergencyNumber } from './EmergencyNumber.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import type { PageRow, PlaceRow } from './queries.ts'
import { TourList } from './TourList.tsx'
import { TownMap } from './TownMap.tsx'
import styles from './PageSection.module.css'

/** A page of the guide: its text, places, map and tours. */
export function PageSection({ row, places }: { row: PageRow; places: readonly PlaceRow[] }) {
  const { t } = useTranslation('pages')
  const locale = useLocale()
  const title = selectLocalizedText(row.title, locale)
  const body = pickRichText(row.body, locale)
  const pagePlaces = places.filter(({ page }) => page === row.id)
  const numbers = pagePlaces.filter(({ kind }) => kind === 'emergency')
  const cards = pagePlaces.filter(({ kind }) => kind !== 'emergency')
  return (
    <section id={row.slug} className={styles.page} aria-labelledby={`${row.slug}-title`}>
      <h2 id={`${row.slug}-title`} lang={title.locale === locale ? undefined : title.locale}>
        {title.text}
      </h2>
      {numbers.length > 0 && (
        <ul className={styles.numbers} aria-label={t('emergency')}>
          {numbers.map((place) => (
            <EmergencyNumber key={place.id} place={place} />
          ))}
        </ul>
      )}
      <RichText value={body.document} lang={body.locale === locale ? undefined : body.locale} />
      {cards.length > 0 && (
        <ul className={styles.places} aria-label={t('addresses', { page: title.text })}>
          {cards.map((place) => (
            <PlaceCard key={place.id} place={place} />
          ))}
        </ul>
      )}
      {row.part === 'map' && <TownMap places={places} />}
      {row.part === 'tours' && <TourList />}
    </section>
  )
}
