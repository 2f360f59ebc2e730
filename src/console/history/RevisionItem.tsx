import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import { Button } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import { formatFieldValue, isBlank } from '../field-values/field-text.ts'
import { type ValueLabels } from '#console/field-types/field-type.ts'
import { useLocale } from '#platform/locale.ts'
import { FieldValue } from '../record/FieldRows.tsx'
import type { FieldChange } from './diff-revisions.ts'
import styles from './HistorySheet.module.css'

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
  /** Called to restore the version that this write created. */
  onRestore: () => void
  /** Absent when this write cannot be undone. */
  onUndo: (() => void) | undefined
}) {
  const { t } = useTranslation('console')
  const operation = useOperationLabel(metadata)(revision.deed)
  const time = labels.time.dateTime(revision.at)
  // Writes of the server have no actor, and an account may have no name.
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

/** Operations of all modules, besides their actions. */
const commonOperations = ['create', 'edit', 'delete', 'restore', 'import'] as const

/** Returns a function that labels an operation of a revision. An unknown operation keeps its name. */
function useOperationLabel(metadata: ModuleMetadata): (operation: string) => string {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return (operation) => {
    const commonOperation = commonOperations.find((common) => common === operation)
    return commonOperation
      ? t(`history.deed.${commonOperation}`)
      : (metadata.actions[operation]?.label[locale] ?? operation)
  }
}

/** Texts longer than this, in characters, are collapsed. */
const maxInlineChars = 240

/** Shows fields with their values before and after; for a new row only the initial values. */
export function ChangeRows({
  metadata,
  changes,
  labels,
  isCreation = false,
}: {
  metadata: ModuleMetadata
  changes: readonly FieldChange[]
  labels: ValueLabels
  /** The row was created by this write, so there are no values before. */
  isCreation?: boolean
}) {
  const { t } = useTranslation('console')
  // A field that was removed from the module, or that the user may no longer read, has no metadata.
  const visibleChanges = changes.filter(({ field }) => metadata.fields[field])
  if (visibleChanges.length === 0) return <p className={styles.none}>{t('history.nothing')}</p>
  return (
    <dl className={styles.changes}>
      {visibleChanges.map((change) => (
        <div key={change.field}>
          <dt className={styles.label}>{metadata.fields[change.field]?.label[labels.locale]}</dt>
          {change.hasValues ? (
            <dd className={styles.values}>
              {!isCreation && (
                <ChangedValue
                  label={t('history.before')}
                  {...{ metadata, labels }}
                  field={change.field}
                  value={change.before}
                />
              )}
              <ChangedValue
                label={isCreation ? '' : t('history.after')}
                {...{ metadata, labels }}
                field={change.field}
                value={change.after}
              />
            </dd>
          ) : (
            <dd className={styles.none}>{t('history.notKept')}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** Shows a value before or after a write; a long text is collapsed. */
function ChangedValue({
  metadata,
  labels,
  label,
  field: name,
  value,
}: {
  metadata: ModuleMetadata
  labels: ValueLabels
  /** `before` or `after` in the user's language; empty for a new row. */
  label: string
  /** Key of the field. */
  field: string
  value: unknown
}) {
  const { t } = useTranslation('console')
  const field = metadata.fields[name]
  if (!field) return null
  const length = isBlank(value) ? 0 : formatFieldValue(name, field, value, labels).length
  const fullValue = <FieldValue name={name} field={field} value={value} labels={labels} />
  return (
    <div className={styles.side}>
      {label !== '' && <span className={styles.which}>{label}</span>}
      {length === 0 && <span className={styles.none}>{t('record.none')}</span>}
      {length > 0 && length <= maxInlineChars && fullValue}
      {length > maxInlineChars && (
        <details>
          <summary className={styles.long}>{t('history.long', { count: length })}</summary>
          {fullValue}
        </details>
      )}
    </div>
  )
}
