import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import { ApiError } from '#platform/api.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import type { Row } from '../data/console-api.ts'
import { revisionsQuery } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import { useValueLabels } from '../field-values/use-value-labels.ts'
import type { ValueLabels } from '../field-values/field-text.ts'
import { useLocale } from '#platform/locale.ts'
import { diffRevisions, type FieldChange } from './diff-revisions.ts'
import { ConfirmRestore } from './ConfirmRestore.tsx'
import styles from './HistorySheet.module.css'
import { ChangeRows } from './ChangeRows.tsx'
import revisionItemStyles from './RevisionItem.module.css'

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
  const firstVersion = findVersionBefore(revisions)
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
          {firstVersion !== undefined && (
            <li className={styles.beginning}>
              <span>{t('history.beginning')}</span>
              <Button onClick={() => setVersionToRestore(firstVersion)}>
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

/** Finds the version before the oldest listed write. Imports are not listed, so the row may be older than that write. */
function findVersionBefore(revisions: readonly RowRevisionInfo[]): number | undefined {
  const oldest = revisions.at(-1)
  if (!oldest || revisions.length < 2 || oldest.deed === 'create' || oldest.version <= 1) return undefined
  return oldest.version - 1
}

/**
 * Whether the newest write can be undone: not when it created the row, nor an action whose definition does not allow
 * undo.
 */
function canUndo({ actions }: ModuleMetadata, { deed, version }: RowRevisionInfo, index: number): boolean {
  if (index > 0 || version <= 1) return false
  return deed === 'edit' || deed === 'restore' || actions[deed]?.undoable === true
}

/** Shows one write: operation, user, time and both values of each changed field. */
function RevisionItem({
  metadata,
  revision,
  changes,
  labels,
  isCurrent,
  onRestore,
  onUndo,
}: {
  metadata: ModuleMetadata
  revision: RowRevisionInfo
  changes: readonly FieldChange[]
  labels: ValueLabels
  /** Whether this write created the current version. */
  isCurrent: boolean
  onRestore: () => void
  /** Absent when this write cannot be undone. */
  onUndo: (() => void) | undefined
}) {
  const { t } = useTranslation('console')
  const operation = useOperationLabel(metadata)(revision.deed)
  const time = labels.time.dateTime(revision.at)
  const actorName = revision.actor?.name || t('history.server')
  return (
    <li className={revisionItemStyles.entry} aria-label={`${operation} · ${time}`}>
      <div className={revisionItemStyles.head}>
        <div className={revisionItemStyles.what}>
          <strong>{operation}</strong>
          <span className={revisionItemStyles.who}>{t('history.by', { who: actorName, time })}</span>
        </div>
        {isCurrent && <span className={revisionItemStyles.now}>{t('history.now')}</span>}
        {onUndo && (
          <Button onClick={onUndo}>
            {t('undo.button')}
            <VisuallyHidden> {operation}</VisuallyHidden>
          </Button>
        )}
        {!isCurrent && revision.deed !== 'delete' && (
          <Button onClick={onRestore}>
            {t('history.restore')}
            <VisuallyHidden> {time}</VisuallyHidden>
          </Button>
        )}
      </div>
      {revision.deed === 'create' ? (
        <details className={revisionItemStyles.all}>
          <summary>{t('history.firstValues', { count: changes.length })}</summary>
          <ChangeRows metadata={metadata} changes={changes} labels={labels} isCreation />
        </details>
      ) : (
        <ChangeRows metadata={metadata} changes={changes} labels={labels} />
      )}
    </li>
  )
}

/** Operations of all modules, besides their actions. */
const commonOperations = ['create', 'edit', 'delete', 'restore', 'import'] as const

/** Returns a function that labels an operation of a revision. An unknown operation keeps its name. */
function useOperationLabel(metadata: ModuleMetadata): (operation: string) => string {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return (operation) => {
    const common = commonOperations.find((one) => one === operation)
    return common ? t(`history.deed.${common}`) : (metadata.actions[operation]?.label[locale] ?? operation)
  }
}
