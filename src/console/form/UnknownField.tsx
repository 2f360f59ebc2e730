import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#platform/locale.ts'
import { isBlank } from '../field-values/field-text.ts'
import styles from './RecordForm.module.css'

/** Shows a field of a newer server whose type this app does not know. It is read-only. */
export function UnknownField({
  metadata,
  name,
  value,
}: {
  metadata: ModuleMetadata
  name: string
  value: unknown
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (
    <div className={styles.unknown}>
      <p className={styles.unknownLabel}>{metadata.fields[name]?.label[locale]}</p>
      <p className={styles.unknownValue}>{isBlank(value) ? t('record.none') : text}</p>
      <p className={styles.unknownNote}>{t('form.unknownType')}</p>
    </div>
  )
}
