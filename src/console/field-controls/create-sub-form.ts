import {
  findField,
  isPlainObject,
  type FindRelatedRow,
  type FormShape,
  type Values,
} from '#contract/form/form-shape.ts'
import { isRequired, isVisible } from '#contract/form/visibility.ts'
import { finishedValues, type ModuleForm } from '#forms/index.ts'

/** Object shapes refer to no other rows. */
const findNoRow: FindRelatedRow = () => undefined

/**
 * Creates a form over the value of one field. Input goes into the field's object; issues below the field's
 * path belong to the fields of the sub-form.
 */
export function createSubForm(form: ModuleForm, name: string, shape: FormShape): ModuleForm {
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
