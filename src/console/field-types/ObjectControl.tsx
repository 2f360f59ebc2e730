import type { ComponentType, FocusEvent } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ObjectShape } from '#contract/form/form-shape.ts'
import {
  findField,
  isPlainObject,
  type FindRelatedRow,
  type FormShape,
  type Values,
} from '#contract/form/form-shape.ts'
import { isRequired, isVisible } from '#contract/form/visibility.ts'
import { finishedValues, getControlId, type ModuleForm } from '#forms/index.ts'
import { useLocale } from '#platform/locale.ts'
import styles from './ObjectControl.module.css'

/** Edits an object of a known shape: a control for each field, and a group for each object within it. */
export function ObjectControl({
  metadata,
  form,
  name,
  shape,
  Field,
}: {
  metadata: ModuleMetadata
  form: ModuleForm
  /** Key of the field that has the object. */
  name: string
  shape: ObjectShape
  /** Renders one field of the object; a prop, because the editor itself renders this control. */
  Field: ComponentType<{ metadata: ModuleMetadata; form: ModuleForm; name: string }>
}) {
  const locale = useLocale()
  const subForm = createSubForm(form, name, shape)
  const label = shape.label?.[locale] ?? metadata.fields[name]?.label[locale]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it passes the focus on to the invalid field
    <fieldset
      id={getControlId(form, name)}
      tabIndex={-1}
      className={styles.value}
      onFocus={focusInvalidField}
    >
      <legend className={styles.legend}>{label}</legend>
      {Object.keys(shape.fields).map((key) => (
        <Field key={key} metadata={withFields(metadata, shape)} form={subForm} name={key} />
      ))}
      {Object.entries(shape.parts ?? {}).map(([key, subShape]) => (
        <ObjectControl
          key={key}
          metadata={metadata}
          form={subForm}
          name={key}
          shape={subShape}
          Field={Field}
        />
      ))}
    </fieldset>
  )
}

/** Returns the metadata with the object's fields in place of the module's. */
function withFields(metadata: ModuleMetadata, { fields }: ObjectShape): ModuleMetadata {
  return { ...metadata, fields: fields as ModuleMetadata['fields'] }
}

/** Passes the focus on to the first invalid field, because a link to an issue focuses the whole object. */
function focusInvalidField({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** Object shapes refer to no other rows. */
const findNoRow: FindRelatedRow = () => undefined

/**
 * Creates a form over the value of one field. Input goes into the field's object; issues below the field's
 * path belong to the fields of the sub-form.
 */
export function createSubForm(form: ModuleForm, name: string, shape: FormShape): ModuleForm {
  // `inputs` has what the user is still typing; `values` has finished values only.
  const input = form.inputs[name]
  const inputs: Values = isPlainObject(input) ? input : {}
  const values = finishedValues(inputs)
  return {
    ...form,
    id: `${form.id}-${name}`,
    shape,
    values,
    inputs,
    issues: form.issues
      .filter(({ path }) => path.startsWith(`${name}.`))
      .map((issue) => ({ ...issue, path: issue.path.slice(name.length + 1) })),
    field: (key) => {
      const field = findField(shape, key)
      if (!field) throw new TypeError(`the value has no field ${key}`)
      return field
    },
    set: (key, value) => form.set(name, { ...inputs, [key]: value }),
    isVisible: (key) => isVisible(shape, key, values, findNoRow),
    isRequired: (key) => isRequired(shape, key, values, findNoRow),
  }
}
