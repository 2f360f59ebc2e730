import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ImportReport } from '#contract/transfer.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { writeListState } from '../data/list-state.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { ImportErrorNotice } from './ImportErrorNotice.tsx'
import { DownloadIssuesButton, OverlapWarnings } from './ImportIssues.tsx'
import type { ImportState } from './import-state.ts'
import type { ImportController } from './import-controller.ts'
import layout from './layout.module.css'

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
          <h2 className={layout.doneTitle}>
            <Icon name="check" /> {t(isUndone ? 'undone.title' : 'done.title')}
          </h2>
          {isUndone && undoReport && (
            <output className={layout.lines}>
              <span>{t('undone.count', { count: undoReport.undone })}</span>
              {undoReport.left > 0 && (
                <span className={layout.warning}>{t('undone.left', { count: undoReport.left })}</span>
              )}
            </output>
          )}
          {!isUndone && report && (
            <>
              <output className={layout.lines}>
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

/** Key of a field that every row has; an import sets it to the same instant in all rows that it writes. */
const updatedAtField = 'updated_at'

/** Links to the list of the rows that an import wrote and that have not changed since. */
export function ImportedLink({
  metadata,
  report,
  variant = 'quiet',
}: {
  metadata: ModuleMetadata
  report: ImportReport
  variant?: 'filled' | 'quiet'
}) {
  const { t } = useTranslation('console-import')
  const { writtenAt, counts } = report
  const canFilter = metadata.fields[updatedAtField]?.operators.includes('eq') === true
  if (!writtenAt || !canFilter || counts.created + counts.updated === 0) return null
  const filters = [{ param: updatedAtField, op: 'eq' as const, value: writtenAt }]
  return (
    <Link
      to="/console/$module"
      params={{ module: metadata.name }}
      search={writeListState({ searchText: '', filters, sorters: {} })}
      className={buttonClass(variant)}
    >
      {t('act.show')}
    </Link>
  )
}

/** Undoes an import after a confirmation. */
export function UndoButton({ onUndo }: { onUndo: () => void }) {
  const { t } = useTranslation('console-import')
  const confirmUndo = async () => {
    const question = {
      title: t('act.undoTitle'),
      text: t('act.undoText'),
      yes: t('act.undo'),
      no: t('act.cancel'),
    }
    if (await confirmDialog(question)) onUndo()
  }
  return <Button onClick={() => void confirmUndo()}>{t('act.undo')}</Button>
}
