import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { FieldValue } from '../record/FieldRows.tsx'
import { formatFieldValue, isBlank, type ValueLabels } from '../field-values/field-text.ts'
import type { FieldChange } from './diff-revisions.ts'
import styles from './ChangeRows.module.css'

/** Texts longer than this, in characters, are collapsed. */
const longText = 240

/** Shows fields with their values before and after; for a new row only the initial values. */
export function ChangeRows({
  metadata,
  changes,
  labels,
  isFirst = false,
}: {
  metadata: ModuleMetadata
  changes: readonly FieldChange[]
  labels: ValueLabels
  isFirst?: boolean
}) {
  const { t } = useTranslation('console')
  // A field that left the definition, or that the user may not read any more, has no label.
  const shown = changes.filter(({ field }) => metadata.fields[field])
  if (shown.length === 0) return <p className={styles.none}>{t('history.nothing')}</p>
  return (
    <dl className={styles.changes}>
      {shown.map((change) => (
        <div key={change.field}>
          <dt className={styles.label}>{metadata.fields[change.field]?.label[labels.locale]}</dt>
          {change.hasValues ? (
            <dd className={styles.values}>
              {!isFirst && (
                <Side
                  label={t('history.before')}
                  {...{ metadata, labels }}
                  field={change.field}
                  value={change.before}
                />
              )}
              <Side
                label={isFirst ? '' : t('history.after')}
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

function Side({
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
  const whole = <FieldValue name={name} field={field} value={value} labels={labels} />
  return (
    <div className={styles.side}>
      {label !== '' && <span className={styles.which}>{label}</span>}
      {length === 0 && <span className={styles.none}>{t('record.none')}</span>}
      {length > 0 && length <= longText && whole}
      {length > longText && (
        <details>
          <summary className={styles.long}>{t('history.long', { count: length })}</summary>
          {whole}
        </details>
      )}
    </div>
  )
}
