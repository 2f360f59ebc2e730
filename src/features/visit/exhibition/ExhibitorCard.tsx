import { Link } from '@tanstack/react-router'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { HighlightedText } from '#ui/HighlightedText.tsx'
import styles from './ExhibitorCard.module.css'
import { Logo } from './Logo.tsx'
import type { ExhibitorRow } from './queries.ts'

/** An exhibitor in the list: booth, name, two lines of its description. */
export function ExhibitorCard({ row, terms }: { row: ExhibitorRow; terms: readonly string[] }) {
  const pick = useLocalized()
  const locale = useLocale()
  const name = pick(row.name)
  const description = pick(row.description)
  const getLang = (text: { locale: string }) => (text.locale === locale ? undefined : text.locale)
  return (
    <li>
      <Link to="/show/$exhibitorId" params={{ exhibitorId: row.id }} className={styles.card}>
        <Logo row={row} />
        <span className={styles.text}>
          <span className={styles.head}>
            <span className={styles.booth}>
              <HighlightedText text={row.booth} terms={terms} />
            </span>
            <span className={styles.name} lang={getLang(name)}>
              <HighlightedText text={name.text} terms={terms} />
            </span>
          </span>
          {description.text && (
            <span className={styles.description} lang={getLang(description)}>
              <HighlightedText text={description.text} terms={terms} />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
