import { useTranslation } from 'react-i18next'
import { useState, useRef } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ImportIssue, ImportIssueGroup, ImportReport } from '#contract/transfer.ts'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { ApiError } from '#platform/api.ts'
import { downloadBlob } from '#platform/files.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import layout from './layout.module.css'
import styles from './ImportIssues.module.css'
import { downloadIssues } from './import-calls.ts'

/** Shows the issues of a file, filtered by kind and column, with their positions. */
export function IssueReport({ report }: { report: ImportReport }) {
  const { t } = useTranslation('console-import')
  const { faults, faultCount, faultGroups, columns } = report
  const [chosenGroupKey, setChosenGroupKey] = useState<string>()
  const chosenGroup = faultGroups.find((group) => getIssueGroupKey(group) === chosenGroupKey)
  const visibleIssues = chosenGroup ? faults.filter((issue) => isInIssueGroup(issue, chosenGroup)) : faults
  const formatColumn = (letters: string | null) => {
    const header = columns.find((column) => column.letters === letters)?.header.trim()
    return header || (letters === null ? t('faults.row') : t('faults.column', { letters }))
  }
  const formatGroup = (group: ImportIssueGroup) =>
    `${t('faults.where', { column: formatColumn(group.column), text: group.text })} (${group.count})`
  // The report lists the first issues only, but counts all.
  const count = chosenGroup?.count ?? faultCount
  return (
    <section className={layout.card}>
      <h2 className={layout.heading}>{t('faults.title')}</h2>
      <p className={layout.hint}>{t('faults.help')}</p>
      {faultGroups.length > 1 && (
        <ChoiceChips
          label={t('faults.groups')}
          choices={[
            { value: undefined, label: t('faults.all', { count: faultCount }) },
            ...faultGroups.map((group) => ({ value: getIssueGroupKey(group), label: formatGroup(group) })),
          ]}
          chosen={chosenGroupKey}
          onChoose={setChosenGroupKey}
        />
      )}
      {visibleIssues.length < count && (
        <p className={layout.hint}>{t('faults.first', { shown: visibleIssues.length, count })}</p>
      )}
      <IssueList key={chosenGroupKey ?? ''} issues={visibleIssues} formatColumn={formatColumn} />
    </section>
  )
}

/** Returns a key that identifies a group of issues. */
const getIssueGroupKey = ({ key, column, field }: ImportIssueGroup): string => `${key} ${column} ${field}`

/** Whether an issue belongs to a group. Its path may lead into the field: `title.en` is an issue of `title`. */
const isInIssueGroup = ({ key, column, path }: ImportIssue, group: ImportIssueGroup): boolean =>
  key === group.key && column === group.column && path.split('.')[0] === group.field

/** Estimated height of an issue in CSS pixels; rendered ones are measured. */
const issuePx = 64
/** Issues rendered beyond either edge. */
const overscanRows = 6

/** Lists the issues in the order of the file. Only issues in view are rendered. */
function IssueList({
  issues,
  formatColumn,
}: {
  issues: readonly ImportIssue[]
  /** Returns the header of a column by its letters; null stands for the whole row. */
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
                // A screen reader would count the rendered issues only.
                aria-setsize={issues.length}
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

/** Shows an issue with its line, column and the cell's value. */
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

/** Lists valid rows that overlap with others in one room, as warnings. */
export function OverlapWarnings({ report: { warnings = [], warningCount = 0 } }: { report: ImportReport }) {
  const { t } = useTranslation('console-import')
  if (warnings.length === 0) return null
  return (
    <section className={layout.card}>
      <h2 className={layout.heading}>{t('overlaps.title', { count: warningCount })}</h2>
      <p className={layout.hint}>{t('overlaps.help')}</p>
      <ul>
        {warnings.map(({ line, text, params }) => (
          <li key={`${line} ${params?.['row']}`}>
            {t('faults.line', { line })}: {text}
          </li>
        ))}
      </ul>
      {warnings.length < warningCount && (
        <p className={layout.hint}>{t('overlaps.first', { shown: warnings.length, count: warningCount })}</p>
      )}
    </section>
  )
}

/** Downloads the user's file with a column that lists the issues. */
export function DownloadIssuesButton({
  module,
  report,
  variant,
}: {
  module: string
  report: ImportReport
  variant: 'filled' | 'quiet'
}) {
  const { t } = useTranslation('console-import')
  const [isBusy, setBusy] = useState(false)
  // The text of the failure; empty without one.
  const [failure, setFailure] = useState('')
  const save = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { blob, name } = await downloadIssues(module, report.token)
      downloadBlob(blob, name ?? `${report.fileName ?? module}.${report.reading?.kind ?? 'csv'}`)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.msg : t('download.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p role="alert" className={layout.failure}>
        {failure}
      </p>
      <Button variant={variant} busy={isBusy} onClick={() => void save()}>
        <Icon name="download" size={20} /> {t('faults.download')}
      </Button>
    </>
  )
}
