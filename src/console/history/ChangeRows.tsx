import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { FieldValue } from '../record/FieldRows.tsx'
import { formatFieldValue, isBlank, type ValueLabels } from '../field-values/field-text.ts'
import type { FieldChange } from './diff-revisions.ts'
import styles from './ChangeRows.module.css'

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

function ChangedValue({
  metadata,
  labels,
  label,
  field: name,
  value,
}: {
  metadata: ModuleMetadata
  labels: ValueLabels
  label: string
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
