import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportIssue } from '#contract/transfer.ts'
import styles from './IssueList.module.css'

/** Height of a fault at first, in CSS pixels; what is drawn is measured. */
const faultPx = 64
/** Faults drawn beyond the edges. */
const beyondEdge = 6

/** Faults in the order of the file, of which only those in view are drawn. */
export function IssueList({
  faults,
  total,
  nameOf,
}: {
  faults: readonly ImportIssue[]
  total: number
  nameOf: (letters: string | null) => string
}) {
  const { t } = useTranslation('console-import')
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- what it gives is not kept anywhere: it is asked at each drawing
  const rows = useVirtualizer({
    count: faults.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => faultPx,
    overscan: beyondEdge,
  })
  const drawn = rows.getVirtualItems()
  const before = drawn[0]?.start ?? 0
  const after = Math.max(0, rows.getTotalSize() - (drawn.at(-1)?.end ?? 0))
  return (
    // It can be scrolled, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={scroller} className={styles.scroller} aria-label={t('faults.list')} tabIndex={0}>
      <ul className={styles.list} style={{ paddingBlock: `${before}px ${after}px` }}>
        {drawn.map(({ index }) => {
          const fault = faults[index]
          return (
            fault && (
              <li
                key={index}
                ref={rows.measureElement}
                data-index={index}
                data-fault={fault.line}
                aria-setsize={total}
                aria-posinset={index + 1}
                className={styles.fault}
              >
                <Fault fault={fault} nameOf={nameOf} />
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

function Fault({ fault, nameOf }: { fault: ImportIssue; nameOf: (letters: string | null) => string }) {
  const { t } = useTranslation('console-import')
  const { line, column, value, text } = fault
  return (
    <>
      <p className={styles.place}>
        <span>{t('faults.line', { line })}</span>
        <span>{column === null ? t('faults.row') : t('faults.column', { letters: column })}</span>
        {column !== null && <span className={styles.header}>{nameOf(column)}</span>}
      </p>
      <p className={styles.text}>{text}</p>
      {column !== null && (
        <p className={styles.value}>{value === '' ? t('faults.emptyCell') : t('faults.value', { value })}</p>
      )}
    </>
  )
}
