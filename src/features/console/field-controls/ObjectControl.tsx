import type { ComponentType, FocusEvent } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ObjectShape } from '#contract/form/object-shape.ts'
import { controlId, type ModuleForm } from '#features/forms'
import { useLocale } from '#lib/locale.ts'
import { createSubForm } from './create-sub-form.ts'
import styles from './ObjectControl.module.css'

/** A value that is an object of a known shape: a control for each of its fields, and groups for objects within it. */
export function ObjectControl({
  metadata,
  form,
  name,
  shape,
  Field,
}: {
  metadata: ModuleMetadata
  form: ModuleForm
  name: string
  shape: ObjectShape
  /** Draws one field within: the editor that drew this value. */
  Field: ComponentType<{ metadata: ModuleMetadata; form: ModuleForm; name: string }>
}) {
  const locale = useLocale()
  const inner = createSubForm(form, name, shape)
  const label = shape.label?.[locale] ?? metadata.fields[name]?.label[locale]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus comes here when something within is wrong, and goes on to it
    <fieldset id={controlId(form, name)} tabIndex={-1} className={styles.value} onFocus={toWrongField}>
      <legend className={styles.legend}>{label}</legend>
      {Object.keys(shape.fields).map((key) => (
        <Field key={key} metadata={withFields(metadata, shape)} form={inner} name={key} />
      ))}
      {Object.entries(shape.parts ?? {}).map(([key, part]) => (
        <ObjectControl key={key} metadata={metadata} form={inner} name={key} shape={part} Field={Field} />
      ))}
    </fieldset>
  )
}

/** The metadata of a form over the value alone. */
function withFields(metadata: ModuleMetadata, { fields }: ObjectShape): ModuleMetadata {
  return { ...metadata, fields: fields as ModuleMetadata['fields'] }
}

/** A problem leads to the value: on to the field within that has it. */
function toWrongField({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
