import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { FieldEditor } from '../field-controls/FieldEditor.tsx'
import { isBlank } from '../field-values/field-text.ts'
import type { FormLayout } from './form-layout.ts'
import styles from './RecordForm.module.css'

/** Shows the form's fields in the sections of the module. A section without visible fields is left out. */
export function FormSections({
  metadata,
  layout,
  form,
}: {
  metadata: ModuleMetadata
  layout: FormLayout
  form: ModuleForm
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return layout.sections
    .filter(({ fields }) => fields.some((key) => form.isVisible(key)))
    .map(({ label, fields }) => (
      <section key={label?.en ?? 'others'} className={styles.section}>
        {layout.sections.length > 1 && (
          <h2 className={styles.sectionTitle}>{label?.[locale] ?? t('form.others')}</h2>
        )}
        {fields.map((name) =>
          layout.editable.includes(name) ? (
            <FieldEditor key={name} metadata={metadata} form={form} name={name} />
          ) : (
            <UnknownField key={name} metadata={metadata} name={name} value={form.values[name]} />
          ),
        )}
      </section>
    ))
}

/** Shows a field of a newer server whose type this app does not know. It is read-only. */
function UnknownField({ metadata, name, value }: { metadata: ModuleMetadata; name: string; value: unknown }) {
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
