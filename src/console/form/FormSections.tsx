import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { FieldEditor } from '../field-controls/FieldEditor.tsx'
import type { FormLayout } from './form-layout.ts'
import { UnknownField } from './UnknownField.tsx'
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
