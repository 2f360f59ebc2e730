import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLocale, resolveObjectShape } from '#contract/form/form-shape.ts'
import type { Locale } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { maskedValue } from '#contract/row.ts'
import { FieldFrame, FormField, type ControlProps, type ModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ModuleMatrix } from '../field-controls/ModuleMatrix.tsx'
import type { FieldControl } from './field-type.ts'
import { getFieldType } from './index.ts'
import { ObjectControl } from './ObjectControl.tsx'
import styles from './FieldEditor.module.css'

/** Control of a text that holds the names of modules: the definition asks for it, not the type. */
const modulesControl: FieldControl = { isGroup: true, Control: ModuleMatrix }

interface FieldEditorProps {
  metadata: ModuleMetadata
  form: ModuleForm
  /** Key of the field. */
  name: string
  /** In a short form the rows of a relation are listed inline, which saves one touch. */
  isShort?: boolean
}

/** Renders a field of any module with the control of its type: that of the console, or that of attendees' forms. */
export function FieldEditor({ metadata, form, name, isShort = false }: FieldEditorProps) {
  const locale = useLocale()
  // A value that was masked when the form opened can be masked again while the user types another one.
  const [wasMasked] = useState(form.values[name] === maskedValue)
  const field = metadata.fields[name]
  if (!field) return null
  const shape = resolveObjectShape(field, form.values)
  if (shape)
    return <ObjectControl metadata={metadata} form={form} name={name} shape={shape} Field={FieldEditor} />
  if (form.values[name] === maskedValue)
    return (
      <FieldFrame form={form} name={name} isGroup>
        {(control) => <MaskedControl {...control} />}
      </FieldFrame>
    )
  const choices = (form.field(name).options ?? []).map(({ value, label }) => ({
    value,
    label: label[locale],
  }))
  const control =
    field.widget === 'modules'
      ? modulesControl
      : getFieldType(field.type).selectControl?.({ field, choiceCount: choices.length, isShort })
  if (!control) {
    const formField = <FormField form={form} name={name} />
    if (!wasMasked || !form.isVisible(name)) return formField
    return (
      <>
        {formField}
        <KeepMaskedButton onChange={(value) => form.set(name, value)} />
      </>
    )
  }
  return (
    <FieldFrame form={form} name={name} isGroup={control.isGroup}>
      {(props) => (
        <control.Control
          {...props}
          metadata={metadata}
          name={name}
          choices={choices}
          invalidLocale={findInvalidLocale(form, name)}
        />
      )}
    </FieldFrame>
  )
}

/** Finds the language whose text has an issue; undefined when the issue concerns the whole field. */
function findInvalidLocale(form: ModuleForm, name: string): Locale | undefined {
  const path = form.issues.find((issue) => issue.path.startsWith(`${name}.`))?.path
  const language = path?.slice(name.length + 1)
  // `title.en` names a language; the path of a list item, such as `links.0`, does not.
  return language !== undefined && isLocale(language) ? (language as Locale) : undefined
}

/** Shows that the value is masked. The value stays unless the user types another one. */
function MaskedControl({ id, onChange, labelId }: ControlProps) {
  const { t } = useTranslation('console')
  return (
    <div className={styles.masked}>
      <Icon name="lock" size={20} />
      <span>{t('field.masked')}</span>
      <Button id={id} aria-describedby={labelId} onClick={() => onChange('')}>
        {t('field.retype')}
      </Button>
    </div>
  )
}

/** Offers to restore the masked value while the user types another one. */
function KeepMaskedButton({ onChange }: Pick<ControlProps, 'onChange'>) {
  const { t } = useTranslation('console')
  return (
    <Button className={styles.keep} onClick={() => onChange(maskedValue)}>
      {t('field.keepMasked')}
    </Button>
  )
}
