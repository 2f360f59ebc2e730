import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ImportErrorNotice } from './ImportErrorNotice.tsx'
import { DownloadIssuesButton } from './DownloadIssuesButton.tsx'
import { ImportedLink } from './ImportedLink.tsx'
import type { ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import { OverlapWarnings } from './OverlapWarnings.tsx'
import { UndoButton } from './UndoButton.tsx'
import layout from './layout.module.css'
import styles from './ResultStep.module.css'

/** Shows the result of an import, and a button to undo it. */
export function ResultStep({
  metadata,
  state,
  controller,
}: {
  metadata: ModuleMetadata
  state: ImportState
  controller: ImportController
}) {
  const { t } = useTranslation('console-import')
  const time = useForumTime()
  const { phase, report, undoReport, failure } = state
  const isUndone = phase === 'undone'
  return (
    <>
      <div className={layout.page}>
        {failure && <ImportErrorNotice state={state} controller={controller} />}
        <section className={layout.card}>
          <h2 className={styles.title}>
            <Icon name="check" /> {t(isUndone ? 'undone.title' : 'done.title')}
          </h2>
          {isUndone && undoReport && (
            <output className={styles.lines}>
              <span>{t('undone.count', { count: undoReport.undone })}</span>
              {undoReport.left > 0 && (
                <span className={layout.warning}>{t('undone.left', { count: undoReport.left })}</span>
              )}
            </output>
          )}
          {!isUndone && report && (
            <>
              <output className={styles.lines}>
                {(['created', 'updated', 'unchanged'] as const).map(
                  (kind) =>
                    report.counts[kind] > 0 && (
                      <span key={kind}>{t(`done.${kind}`, { count: report.counts[kind] })}</span>
                    ),
                )}
                {report.counts.bad > 0 && (
                  <span className={layout.warning}>{t('done.bad', { count: report.counts.bad })}</span>
                )}
              </output>
              <p className={layout.hint}>{t('done.until', { time: time.dateTime(report.expiresAt) })}</p>
            </>
          )}
        </section>
        {!isUndone && report && <OverlapWarnings report={report} />}
      </div>
      <footer className={layout.foot}>
        <Button onClick={() => controller.reset()}>{t('act.again')}</Button>
        {!isUndone && report && (
          <>
            <UndoButton onUndo={() => void controller.undo(report.token)} />
            {report.counts.bad > 0 && report.reading && (
              <DownloadIssuesButton module={metadata.name} report={report} variant="quiet" />
            )}
            <ImportedLink metadata={metadata} report={report} variant="filled" />
          </>
        )}
      </footer>
    </>
  )
}
