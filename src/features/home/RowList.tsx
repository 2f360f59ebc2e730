import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import type { Localized } from '#contract/locale.ts'
import { useLocalized } from '#lib/locale.ts'
import styles from './RowList.module.css'

/** Articles as rows of one card, each with something before its title. Undefined rows are still on their way. */
export function RowList<Row extends { id: string; no: string; title: Localized }>({
  rows,
  waiting,
  none,
  mark,
}: {
  rows: readonly Row[] | undefined
  /** How many rows to keep room for. */
  waiting: number
  none: string
  mark: (row: Row) => ReactNode
}) {
  const { t } = useTranslation('common')
  if (!rows) return <RowSkeleton rows={waiting} label={t('loading')} />
  if (rows.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to="/article/view/$no" params={{ no: row.no }} className={styles.item}>
            {mark(row)}
            <RowTitle title={row.title} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Two lines at most, marked with its language where it is not the reader's. */
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
          <span className={styles.waiting} />
        </span>
      ))}
    </output>
  )
}
