import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ImportCounts, ImportReport } from '#contract/transfer.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import type { Row } from '../data/console-api.ts'
import { useValueLabels } from '../field-values/field-text.ts'
import { isNumeric, ValueText } from '../field-values/ValueText.tsx'
import { Button } from '#ui/Button.tsx'
import { ColumnMapping } from './ColumnMapping.tsx'
import { ImportErrorNotice } from './ImportErrorNotice.tsx'
import type { ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import { OverlapWarnings, IssueReport, DownloadIssuesButton } from './ImportIssues.tsx'
import { ReadingSettings } from './ReadingSettings.tsx'
import { getImportStatus, isCheckOutdated } from './import-state.ts'
import layout from './layout.module.css'
import styles from './PreviewStep.module.css'
import { TablePicker } from './FileStep.tsx'

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

/** The numbers of rows in their order: all rows, then what happens to them. */
const kinds = ['rows', 'created', 'updated', 'unchanged', 'bad'] as const

/** Shows the number of rows of each kind. */
function Counts({ counts }: { counts: ImportCounts }) {
  const { t } = useTranslation('console-import')
  return (
    <dl className={styles.counts} aria-label={t('counts.label')}>
      {kinds.map((kind) => (
        <div key={kind} className={styles.count} data-kind={counts[kind] > 0 ? kind : undefined}>
          <dt className={styles.label}>{t(`counts.${kind}`)}</dt>
          <dd className={styles.number}>{counts[kind]}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the first rows as they will be written, so that a wrong column is noticed before the commit. */
function SampleRows({ metadata, report }: { metadata: ModuleMetadata; report: ImportReport }) {
  const { t } = useTranslation('console-import')
  const locale = useLocale()
  // A column with the path `title.en` fills the field `title`. The version of a row is not shown.
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
      <section className={styles.scroller} aria-label={t('sample.title')} tabIndex={0}>
        <table className={styles.table}>
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
                  <td key={key} data-number={isNumeric(metadata, key) || undefined}>
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

/** Shows the next step as the only filled button, at the lower edge. */
function CheckedActions({
  metadata,
  state,
  controller,
}: {
  metadata: ModuleMetadata
  state: ImportState
  controller: ImportController
}) {
  const { t } = useTranslation('console-import')
  const { report, file } = state
  const chooseFile = (chosen: File) => void controller.choose(chosen)
  if (!report || isCheckOutdated(state))
    return (
      <footer className={layout.foot}>
        <TablePicker label={t('file.another')} variant={file ? 'quiet' : 'filled'} onChoose={chooseFile} />
        {file && (
          <Button variant="filled" onClick={() => void controller.check()}>
            {t('act.check')}
          </Button>
        )}
      </footer>
    )
  const { created, updated, bad } = report.counts
  const goodRowCount = created + updated
  // `reading` is absent when rows were sent instead of a file; then there is no file to list the issues in.
  const hasFile = report.reading !== undefined
  return (
    <footer className={layout.foot}>
      <TablePicker
        label={t(bad > 0 ? 'file.corrected' : 'file.another')}
        variant={goodRowCount === 0 && bad === 0 ? 'filled' : 'quiet'}
        onChoose={chooseFile}
      />
      {bad > 0 && goodRowCount > 0 && (
        <Button onClick={() => void controller.commit('skip')}>
          {t('act.skip', { count: goodRowCount })}
        </Button>
      )}
      {bad > 0 && hasFile && <DownloadIssuesButton module={metadata.name} report={report} variant="filled" />}
      {bad === 0 && goodRowCount > 0 && (
        <Button variant="filled" onClick={() => void controller.commit('stop')}>
          {t('act.commit', { count: goodRowCount })}
        </Button>
      )}
    </footer>
  )
}
