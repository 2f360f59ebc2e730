import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { CheckedActions } from './CheckedActions.tsx'
import { ColumnMapping } from './ColumnMapping.tsx'
import { Counts } from './Counts.tsx'
import { ImportErrorNotice } from './ImportErrorNotice.tsx'
import { IssueReport } from './IssueReport.tsx'
import type { ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import { OverlapWarnings } from './OverlapWarnings.tsx'
import { ReadingSettings } from './ReadingSettings.tsx'
import { SampleRows } from './SampleRows.tsx'
import { getImportStatus } from './import-status.ts'
import layout from './layout.module.css'
import styles from './PreviewStep.module.css'

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
