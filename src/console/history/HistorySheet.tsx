import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import { ApiError } from '#platform/api.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { Sheet, SheetBody, SheetFooter } from '#ui/Sheet.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import type { Row } from '../data/console-api.ts'
import { revisionsQuery, invalidateRows } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import { useValueLabels } from '../field-values/field-text.ts'
import { offerUndo } from '../undo/offers.ts'
import { restoreWithConfirm } from '../undo/restore-with-confirm.ts'
import type { ValueLabels } from '#console/field-types/field-type.ts'
import { diffRevisions, diffToVersion } from './diff-revisions.ts'
import { ChangeRows, RevisionItem } from './RevisionItem.tsx'
import styles from './HistorySheet.module.css'
import { describeRestoreFailure } from './restore-row.ts'

/** Always the same array, so that nothing is computed again while the revisions load. */
const noRevisions: readonly RowRevisionInfo[] = []

/** Shows who changed a record when, both values of each field, and buttons to restore any version. */
export default function HistorySheet({
  metadata,
  row,
  title,
  onClose,
}: {
  metadata: ModuleMetadata
  row: Row
  /** Title of the row. */
  title: string
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const history = useQuery(revisionsQuery(metadata.name, row.id))
  const revisions = history.data ?? noRevisions
  const diffs = useMemo(() => diffRevisions(revisions, row), [revisions, row])
  // Former values refer to rows too; their titles load with the current ones.
  const labelRows = useMemo(
    () => [row, ...revisions.map(({ before }) => ({ ...before, id: row.id, version: 0 }))],
    [revisions, row],
  )
  const fields = useMemo(() => [...new Set(revisions.flatMap((revision) => revision.fields))], [revisions])
  const labels = useValueLabels(metadata, fields, labelRows)
  const [versionToRestore, setVersionToRestore] = useState<number>()
  const versionBefore = findVersionBefore(revisions)
  const error = history.error instanceof ApiError ? history.error : undefined
  if (versionToRestore !== undefined)
    return (
      <Sheet title={t('history.restoreTitle')} closeLabel={t('close')} onClose={onClose}>
        <ConfirmRestore
          {...{ metadata, row, title, revisions, labels }}
          version={versionToRestore}
          onBack={() => setVersionToRestore(undefined)}
          onDone={onClose}
        />
      </Sheet>
    )
  return (
    <Sheet title={t('history.title')} closeLabel={t('close')} onClose={onClose}>
      {history.data ? (
        // The list scrolls, so it needs keyboard focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={styles.steps} tabIndex={0} aria-label={title}>
          {diffs.map(({ revision, changes }, index) => (
            <RevisionItem
              key={revision.version}
              {...{ metadata, revision, changes, labels }}
              isCurrent={index === 0}
              onRestore={() => setVersionToRestore(revision.version)}
              onUndo={
                canUndo(metadata, revision, index)
                  ? () => setVersionToRestore(revision.version - 1)
                  : undefined
              }
            />
          ))}
          {versionBefore !== undefined && (
            <li className={styles.beginning}>
              <span>{t('history.beginning')}</span>
              <Button onClick={() => setVersionToRestore(versionBefore)}>
                {t('history.restore')}
                <VisuallyHidden> {t('history.beginning')}</VisuallyHidden>
              </Button>
            </li>
          )}
          {diffs.length === 0 && <li>{t('history.none')}</li>}
        </ol>
      ) : (
        <div className={styles.steps}>
          {error ? (
            <RecordNotFound level={2} text={error.msg} />
          ) : (
            <LoadState failed={history.isError} retry={() => void history.refetch()} rows={4} />
          )}
        </div>
      )}
    </Sheet>
  )
}

/**
 * Finds the version before the oldest listed write. Imports are not listed, so the row may be older than that write.
 * Not with a single listed write: undoing that write restores the same version.
 */
function findVersionBefore(revisions: readonly RowRevisionInfo[]): number | undefined {
  const oldest = revisions.at(-1)
  if (!oldest || revisions.length < 2 || oldest.deed === 'create' || oldest.version <= 1) return undefined
  return oldest.version - 1
}

/**
 * Whether the newest write can be undone: not when it created the row, nor an action whose definition does not allow
 * undo.
 * @param index position in the history, 0 for the newest write
 */
function canUndo({ actions }: ModuleMetadata, { deed, version }: RowRevisionInfo, index: number): boolean {
  if (index > 0 || version <= 1) return false
  return deed === 'edit' || deed === 'restore' || actions[deed]?.undoable === true
}

/** Shows the changes of a restore, field by field, before the user confirms it. A restore can be undone in turn. */
function ConfirmRestore({
  metadata,
  row,
  title,
  revisions,
  version,
  labels,
  onBack,
  onDone,
}: {
  metadata: ModuleMetadata
  row: Row
  title: string
  /** Newest first. */
  revisions: readonly RowRevisionInfo[]
  /** The version to restore. */
  version: number
  labels: ValueLabels
  onBack: () => void
  onDone: () => void
}) {
  const { t } = useTranslation('console')
  const client = useQueryClient()
  const changes = diffToVersion(metadata, revisions, row, version)
  const [newest] = revisions
  // A message that the undone action has sent cannot be revoked, so the user must know.
  const hasNotified = version === row.version - 1 && metadata.actions[newest?.deed ?? '']?.tells === true
  const keepsState =
    metadata.workflow !== undefined && !changes.some(({ field }) => field === metadata.workflow?.field)
  const restore = useMutation({
    mutationFn: () => restoreWithConfirm(metadata.name, { id: row.id, version, known: row.version }),
    onSuccess: (restored) => {
      // An equal version means that nothing was written. Fields that only actions write cannot be restored once more,
      // so a restore that changed one offers no undo.
      if (restored.version > row.version && changes.every(({ field }) => metadata.fields[field]?.writable))
        offerUndo({
          module: metadata.name,
          rowId: row.id,
          title: t('history.restored', { title }),
          version: restored.version,
        })
      onDone()
    },
    onSettled: () => invalidateRows(client, metadata.name),
    meta: { quiet: true },
  })
  return (
    <>
      <SheetBody>
        {changes.length > 0 ? (
          <>
            <p>{t('history.willChange')}</p>
            <ChangeRows metadata={metadata} changes={changes} labels={labels} />
          </>
        ) : (
          <p>{t('history.nothingToRestore')}</p>
        )}
        {keepsState && <p className={styles.weak}>{t('history.stateStays')}</p>}
        {hasNotified && <p className={styles.weak}>{t('undo.toldStays')}</p>}
        {restore.error && (
          <p role="alert" className={styles.failure}>
            {describeRestoreFailure(restore.error, t)}
          </p>
        )}
      </SheetBody>
      <SheetFooter>
        <Button onClick={onBack}>{t('action.cancel')}</Button>
        <Button
          variant="filled"
          busy={restore.isPending}
          disabled={changes.length === 0 || restore.isPending}
          onClick={() => restore.mutate()}
        >
          {t('history.doRestore')}
        </Button>
      </SheetFooter>
    </>
  )
}
