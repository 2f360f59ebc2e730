import { NewsCard } from './NewsCard.tsx'
import type { NewsRow } from './rows.ts'
import styles from './NewsList.module.css'

/** News under each other, beside each other where there is room. @param hasLead the first one stands out */
export function NewsCards({ rows, hasLead = false }: { rows: readonly NewsRow[]; hasLead?: boolean }) {
  return (
    <ul className={styles.list}>
      {rows.map((row, place) => (
        <li key={row.id} className={hasLead && place === 0 ? styles.lead : undefined}>
          <NewsCard row={row} isLead={hasLead && place === 0} />
        </li>
      ))}
    </ul>
  )
}
