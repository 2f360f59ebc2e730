import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/LoadState.tsx'
import { HighlightedText } from '#ui/InlineText.tsx'
import { getAreaColour, getAreaLabel, groupByArea } from './exhibitors.ts'
import type { ExhibitorRow } from './queries.ts'
import styles from './ExhibitionScreen.module.css'
import exhibitorCardStyles from './ExhibitorCard.module.css'
import { Logo } from './ExhibitionPictures.tsx'

/** Lists exhibitors by area, then by booth. */
export function ExhibitorList({
  rows,
  terms,
  onReset,
}: {
  rows: readonly ExhibitorRow[]
  /** Words to highlight. */
  terms: readonly string[]
  /** Clears search and area, when nothing is found. */
  onReset: () => void
}) {
  const { t } = useTranslation('show')
  const locale = useLocale()
  if (rows.length === 0) {
    return (
      <EmptyState
        title={t('nothing.title')}
        action={<Button onClick={onReset}>{t('nothing.reset')}</Button>}
      />
    )
  }
  return groupByArea(rows).map((area) => (
    <section key={area.kind} className={styles.area} aria-labelledby={`area-${area.kind}`}>
      <h2
        id={`area-${area.kind}`}
        className={styles.heading}
        style={{ borderInlineStartColor: `var(--track-${getAreaColour(area.kind)})` }}
      >
        {getAreaLabel(area.kind, locale)} <span className={styles.count}>{area.rows.length}</span>
      </h2>
      <ul className={styles.list}>
        {area.rows.map((row) => (
          <ExhibitorCard key={row.id} row={row} terms={terms} />
        ))}
      </ul>
    </section>
  ))
}

/** An exhibitor in the list: booth, name, two lines of its description. */
function ExhibitorCard({ row, terms }: { row: ExhibitorRow; terms: readonly string[] }) {
  const pick = useLocalized()
  const locale = useLocale()
  const name = pick(row.name)
  const description = pick(row.description)
  /** Returns the attribute `lang` of a text, which only a text in another language than the page's needs. */
  const getLang = (text: { locale: string }) => (text.locale === locale ? undefined : text.locale)
  return (
    <li>
      <Link to="/show/$exhibitorId" params={{ exhibitorId: row.id }} className={exhibitorCardStyles.card}>
        <Logo row={row} />
        <span className={exhibitorCardStyles.text}>
          <span className={exhibitorCardStyles.head}>
            <span className={exhibitorCardStyles.booth}>
              <HighlightedText text={row.booth} terms={terms} />
            </span>
            <span className={exhibitorCardStyles.name} lang={getLang(name)}>
              <HighlightedText text={name.text} terms={terms} />
            </span>
          </span>
          {description.text && (
            <span className={exhibitorCardStyles.description} lang={getLang(description)}>
              <HighlightedText text={description.text} terms={terms} />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
