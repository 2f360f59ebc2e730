import { NewsCard } from './NewsCard.tsx'
import type { NewsRow } from './rows.ts'
import styles from './NewsList.module.css'

/** Lists news, in columns where there is room. @param hasLead the first one stands out */
export function NewsCards({ rows, hasLead = false }: { rows: readonly NewsRow[]; hasLead?: boolean }) {
  return (
    <ul className={styles.list}>
      {rows.map((row, index) => (
        <li key={row.id} className={hasLead && index === 0 ? styles.lead : undefined}>
          <NewsCard row={row} isLead={hasLead && index === 0} />
        </li>
      ))}
    </ul>
  )
}
