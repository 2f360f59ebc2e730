import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import { Button } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { ValueLabels } from '../field-values/field-text.ts'
import { ChangeRows } from './ChangeRows.tsx'
import type { FieldChange } from './diff-revisions.ts'
import { useOperationLabel } from './use-operation-label.ts'
import styles from './RevisionItem.module.css'

/** Shows one write: operation, user, time and both values of each changed field. */
export function RevisionItem({
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
    <li className={styles.entry} aria-label={`${operation} · ${time}`}>
      <div className={styles.head}>
        <div className={styles.what}>
          <strong>{operation}</strong>
          <span className={styles.who}>{t('history.by', { who: actorName, time })}</span>
        </div>
        {isCurrent && <span className={styles.now}>{t('history.now')}</span>}
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
        <details className={styles.all}>
          <summary>{t('history.firstValues', { count: changes.length })}</summary>
          <ChangeRows metadata={metadata} changes={changes} labels={labels} isCreation />
        </details>
      ) : (
        <ChangeRows metadata={metadata} changes={changes} labels={labels} />
      )}
    </li>
  )
}
