import { getFileUrl } from '#platform/api.ts'
import styles from './Logo.module.css'
import type { ExhibitorRow } from './queries.ts'

/** Logo of an exhibitor on white, or else its booth number. Decorative. */
export function Logo({ row, size = 56 }: { row: ExhibitorRow; size?: 56 | 96 }) {
  return (
    <span className={styles.logo} data-size={size} aria-hidden="true">
      {row.logo ? (
        <img src={getFileUrl(row.logo.no)} alt="" width={size} height={size} loading="lazy" />
      ) : (
        row.booth
      )}
    </span>
  )
}
