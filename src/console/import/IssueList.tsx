import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportIssue } from '#contract/transfer.ts'
import styles from './IssueList.module.css'

/** Estimated height of an issue in CSS pixels; rendered ones are measured. */
const issuePx = 64
/** Issues rendered beyond either edge. */
const overscanRows = 6

/** Lists the issues in the order of the file. Only issues in view are rendered. */
export function IssueList({
  issues,
  total,
  formatColumn,
}: {
  issues: readonly ImportIssue[]
  total: number
  formatColumn: (letters: string | null) => string
}) {
  const { t } = useTranslation('console-import')
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- its result is read at each render and never memoized
  const virtualizer = useVirtualizer({
    count: issues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => issuePx,
    overscan: overscanRows,
  })
  const visibleItems = virtualizer.getVirtualItems()
  const spaceBeforePx = visibleItems[0]?.start ?? 0
  const spaceAfterPx = Math.max(0, virtualizer.getTotalSize() - (visibleItems.at(-1)?.end ?? 0))
  return (
    // The list scrolls, so it needs keyboard focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={scroller} className={styles.scroller} aria-label={t('faults.list')} tabIndex={0}>
      <ul className={styles.list} style={{ paddingBlock: `${spaceBeforePx}px ${spaceAfterPx}px` }}>
        {visibleItems.map(({ index }) => {
          const issue = issues[index]
          return (
            issue && (
              <li
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                data-fault={issue.line}
                aria-setsize={total}
                aria-posinset={index + 1}
                className={styles.issue}
              >
                <Issue issue={issue} formatColumn={formatColumn} />
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

function Issue({
  issue,
  formatColumn,
}: {
  issue: ImportIssue
  formatColumn: (letters: string | null) => string
}) {
  const { t } = useTranslation('console-import')
  const { line, column, value, text } = issue
  return (
    <>
      <p className={styles.position}>
        <span>{t('faults.line', { line })}</span>
        <span>{column === null ? t('faults.row') : t('faults.column', { letters: column })}</span>
        {column !== null && <span className={styles.header}>{formatColumn(column)}</span>}
      </p>
      <p className={styles.text}>{text}</p>
      {column !== null && (
        <p className={styles.value}>{value === '' ? t('faults.emptyCell') : t('faults.value', { value })}</p>
      )}
    </>
  )
}
