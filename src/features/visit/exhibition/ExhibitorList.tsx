import { useTranslation } from 'react-i18next'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { getAreaColour, getAreaLabel } from './area-label.ts'
import { ExhibitorCard } from './ExhibitorCard.tsx'
import { groupByArea } from './exhibitors.ts'
import type { ExhibitorRow } from './queries.ts'
import styles from './ExhibitionScreen.module.css'

/** Lists exhibitors by area, then by booth. */
export function ExhibitorList({
  rows,
  terms,
  onReset,
}: {
  rows: readonly ExhibitorRow[]
  terms: readonly string[]
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
