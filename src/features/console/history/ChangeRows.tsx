import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { FieldValue } from '../record/FieldRows.tsx'
import { formatFieldValue, isBlank, type ValueLabels } from '../field-values/field-text.ts'
import type { FieldChange } from './diff-revisions.ts'
import styles from './ChangeRows.module.css'

/** Longer texts are folded, in characters: a history is skimmed. */
const longText = 240

/** Fields with their value before and after; of a new row only what it began with. */
export function ChangeRows({
  metadata,
  changes,
  words,
  isFirst = false,
}: {
  metadata: ModuleMetadata
  changes: readonly FieldChange[]
  words: ValueLabels
  isFirst?: boolean
}) {
  const { t } = useTranslation('console')
  // A field that was taken out of the definition, or that this person may not read any more, has no name to show.
  const shown = changes.filter(({ field }) => metadata.fields[field])
  if (shown.length === 0) return <p className={styles.none}>{t('history.nothing')}</p>
  return (
    <dl className={styles.changes}>
      {shown.map((change) => (
        <div key={change.field}>
          <dt className={styles.label}>{metadata.fields[change.field]?.label[words.locale]}</dt>
          {change.isKept ? (
            <dd className={styles.values}>
              {!isFirst && (
                <Side
                  label={t('history.before')}
                  {...{ metadata, words }}
                  field={change.field}
                  value={change.before}
                />
              )}
              <Side
                label={isFirst ? '' : t('history.after')}
                {...{ metadata, words }}
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
  words,
  label,
  field: name,
  value,
}: {
  metadata: ModuleMetadata
  words: ValueLabels
  label: string
  field: string
  value: unknown
}) {
  const { t } = useTranslation('console')
  const field = metadata.fields[name]
  if (!field) return null
  const length = isBlank(value) ? 0 : formatFieldValue(name, field, value, words).length
  const whole = <FieldValue name={name} field={field} value={value} words={words} />
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
