import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ModuleForm } from '#features/forms'
import { useLocale } from '#lib/locale.ts'
import { FieldEditor } from '../field-controls/FieldEditor.tsx'
import type { FormLayout } from './form-layout.ts'
import { UnknownField } from './UnknownField.tsx'
import styles from './RecordForm.module.css'

/** The form's fields under the headings that the module gives them. A section of which nothing applies is not there. */
export function FormSections({
  metadata,
  plan,
  form,
}: {
  metadata: ModuleMetadata
  plan: FormLayout
  form: ModuleForm
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  return plan.sections
    .filter(({ fields }) => fields.some((key) => form.isShown(key)))
    .map(({ label, fields }) => (
      <section key={label?.en ?? 'others'} className={styles.section}>
        {plan.sections.length > 1 && (
          <h2 className={styles.sectionTitle}>{label?.[locale] ?? t('form.others')}</h2>
        )}
        {fields.map((name) =>
          plan.asked.includes(name) ? (
            <FieldEditor key={name} metadata={metadata} form={form} name={name} />
          ) : (
            <UnknownField key={name} metadata={metadata} name={name} value={form.values[name]} />
          ),
        )}
      </section>
    ))
}
