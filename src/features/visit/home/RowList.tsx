import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import type { Localized } from '#contract/locale.ts'
import { useLocalized } from '#platform/locale.ts'
import styles from './RowList.module.css'

/** Lists articles as rows of a card, each with a mark before its title. Rows are undefined while they load. */
export function RowList<Row extends { id: string; no: string; title: Localized }>({
  rows,
  skeletonRows,
  emptyText,
  renderMark,
}: {
  rows: readonly Row[] | undefined
  /** Number of placeholder rows. */
  skeletonRows: number
  emptyText: string
  renderMark: (row: Row) => ReactNode
}) {
  const { t } = useTranslation('common')
  if (!rows) return <RowSkeleton rows={skeletonRows} label={t('loading')} />
  if (rows.length === 0) return <p className={styles.none}>{emptyText}</p>
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to="/article/view/$no" params={{ no: row.no }} className={styles.item}>
            {renderMark(row)}
            <RowTitle title={row.title} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A title of at most two lines, with its language when it differs from the app's. */
function RowTitle({ title }: { title: Localized }) {
  const { text, locale } = useLocalized()(title)
  return (
    <span className={styles.title} lang={locale}>
      {text}
    </span>
  )
}

function RowSkeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <output aria-label={label} className={styles.list}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.item}>
          <span className={styles.skeleton} />
        </span>
      ))}
    </output>
  )
}
