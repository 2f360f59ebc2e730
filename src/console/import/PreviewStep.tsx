import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ImportCounts, ImportIssue, ImportIssueGroup, ImportReport } from '#contract/transfer.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { useLocale } from '#platform/locale.ts'
import type { Row } from '../data/console-api.ts'
import { useValueLabels } from '../field-values/use-value-labels.ts'
import { isNumber, ValueText } from '../field-values/ValueText.tsx'
import { CheckedActions } from './CheckedActions.tsx'
import { ColumnMapping } from './ColumnMapping.tsx'
import { ImportErrorNotice } from './ImportErrorNotice.tsx'
import type { ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import { OverlapWarnings } from './OverlapWarnings.tsx'
import { ReadingSettings } from './ReadingSettings.tsx'
import { getImportStatus } from './import-status.ts'
import layout from './layout.module.css'
import styles from './PreviewStep.module.css'
import countsStyles from './Counts.module.css'
import { IssueList } from './IssueList.tsx'
import sampleRowsStyles from './SampleRows.module.css'

/** Shows the result of a check and all settings that can change it. */
export function PreviewStep({
  metadata,
  state,
  controller,
}: {
  metadata: ModuleMetadata
  state: ImportState
  controller: ImportController
}) {
  const { report, failure, headers } = state
  return (
    <>
      <div className={layout.page}>
        {failure && <ImportErrorNotice state={state} controller={controller} />}
        <section className={layout.card}>
          <h2 className={styles.name}>{state.fileName}</h2>
          {report && <Counts counts={report.counts} />}
          {(report || !failure) && <ImportStatus state={state} />}
          {report?.notes.map(({ key, text }) => (
            <p key={key} className={layout.hint}>
              {text}
            </p>
          ))}
        </section>
        {report && report.faultCount > 0 && <IssueReport key={report.token} report={report} />}
        {report && <OverlapWarnings report={report} />}
        {headers && <ColumnMapping headers={headers} state={state} controller={controller} />}
        <ReadingSettings metadata={metadata} state={state} controller={controller} />
        {report && report.sample.length > 0 && <SampleRows metadata={metadata} report={report} />}
      </div>
      <CheckedActions metadata={metadata} state={state} controller={controller} />
    </>
  )
}

/** Says in a sentence whether the file can be imported. */
function ImportStatus({ state }: { state: ImportState }) {
  const { t } = useTranslation('console-import')
  const time = useForumTime()
  const { report } = state
  const key = getImportStatus(state)
  return (
    <p className={styles.status} data-tone={key === 'good' ? 'success' : 'warning'}>
      {t(`state.${key}`)}{' '}
      {report && key !== 'stale' && (
        <span className={styles.until}>{t('state.expires', { time: time.dateTime(report.expiresAt) })}</span>
      )}
    </p>
  )
}

const kinds = ['rows', 'created', 'updated', 'unchanged', 'bad'] as const

/** Shows the number of rows of each kind. */
function Counts({ counts }: { counts: ImportCounts }) {
  const { t } = useTranslation('console-import')
  return (
    <dl className={countsStyles.counts} aria-label={t('counts.label')}>
      {kinds.map((kind) => (
        <div key={kind} className={countsStyles.count} data-kind={counts[kind] > 0 ? kind : undefined}>
          <dt className={countsStyles.label}>{t(`counts.${kind}`)}</dt>
          <dd className={countsStyles.number}>{counts[kind]}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the issues of a file, filtered by kind and column, with their positions. */
function IssueReport({ report }: { report: ImportReport }) {
  const { t } = useTranslation('console-import')
  const { faults, faultCount, faultGroups, columns } = report
  const [chosenGroupKey, setChosenGroupKey] = useState<string>()
  const group = faultGroups.find((one) => getIssueGroupKey(one) === chosenGroupKey)
  const visibleIssues = group ? faults.filter((issue) => isInIssueGroup(issue, group)) : faults
  const formatColumn = (letters: string | null) => {
    const header = columns.find((column) => column.letters === letters)?.header.trim()
    return header || (letters === null ? t('faults.row') : t('faults.column', { letters }))
  }
  const formatGroup = (one: ImportIssueGroup) =>
    `${t('faults.where', { column: formatColumn(one.column), text: one.text })} (${one.count})`
  const count = group?.count ?? faultCount
  return (
    <section className={layout.card}>
      <h2 className={layout.heading}>{t('faults.title')}</h2>
      <p className={layout.hint}>{t('faults.help')}</p>
      {faultGroups.length > 1 && (
        <ChoiceChips
          label={t('faults.groups')}
          choices={[
            { value: undefined, label: t('faults.all', { count: faultCount }) },
            ...faultGroups.map((one) => ({ value: getIssueGroupKey(one), label: formatGroup(one) })),
          ]}
          chosen={chosenGroupKey}
          onChoose={setChosenGroupKey}
        />
      )}
      {visibleIssues.length < count && (
        <p className={layout.hint}>{t('faults.first', { shown: visibleIssues.length, count })}</p>
      )}
      <IssueList
        key={chosenGroupKey ?? ''}
        issues={visibleIssues}
        total={visibleIssues.length}
        formatColumn={formatColumn}
      />
    </section>
  )
}

/** Returns a key that identifies a group of issues. */
const getIssueGroupKey = ({ key, column, field }: ImportIssueGroup): string => `${key} ${column} ${field}`

/** Whether an issue belongs to a group. */
const isInIssueGroup = ({ key, column, path }: ImportIssue, group: ImportIssueGroup): boolean =>
  key === group.key && column === group.column && path.split('.')[0] === group.field

/** Shows the first rows as they will be written, so that a wrong column is noticed before the commit. */
function SampleRows({ metadata, report }: { metadata: ModuleMetadata; report: ImportReport }) {
  const { t } = useTranslation('console-import')
  const locale = useLocale()
  const filledFields = report.columns.flatMap(({ path }) => path?.split('.')[0] ?? [])
  const fields = [...new Set(filledFields)].filter((key) => metadata.fields[key] && key !== 'version')
  // New rows have no id; the line number is a key for labels only.
  const rows = report.sample.map(({ line, values }): Row => ({ ...values, id: String(line), version: 0 }))
  const labels = useValueLabels(metadata, fields, rows)
  return (
    <section className={layout.card}>
      <h2 className={layout.heading}>{t('sample.title')}</h2>
      {/* The table scrolls, so it needs keyboard focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={sampleRowsStyles.scroller} aria-label={t('sample.title')} tabIndex={0}>
        <table className={sampleRowsStyles.table}>
          <thead>
            <tr>
              <th scope="col">{t('sample.line')}</th>
              <th scope="col">{t('sample.deed')}</th>
              {fields.map((key) => (
                <th key={key} scope="col">
                  {metadata.fields[key]?.label[locale]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.sample.map(({ line, deed, values }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                <td>{t(`sample.${deed}`)}</td>
                {fields.map((key) => (
                  <td key={key} data-number={isNumber(metadata, key) || undefined}>
                    <ValueText metadata={metadata} name={key} value={values[key]} labels={labels} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
