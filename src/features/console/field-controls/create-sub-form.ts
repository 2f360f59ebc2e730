import {
  findField,
  isPlainObject,
  type FindRelatedRow,
  type FormShape,
  type Values,
} from '#contract/form/form-shape.ts'
import { isRequired, isVisible } from '#contract/form/visibility.ts'
import { finishedValues, type ModuleForm } from '#features/forms'

/** A shape within a value names no other rows. */
const related: FindRelatedRow = () => undefined

/**
 * A field's value as a form of its own: what is typed goes into the field's object, and what is told of places within it
 * stands at its own fields.
 */
export function createSubForm(form: ModuleForm, name: string, shape: FormShape): ModuleForm {
  const given = form.inputs[name]
  const inputs: Values = isPlainObject(given) ? given : {}
  const values = finishedValues(inputs)
  return {
    ...form,
    id: `${form.id}-${name}`,
    shape,
    values,
    inputs,
    problems: form.problems
      .filter(({ path }) => path.startsWith(`${name}.`))
      .map((problem) => ({ ...problem, path: problem.path.slice(name.length + 1) })),
    field: (key) => {
      const field = findField(shape, key)
      if (!field) throw new TypeError(`the value has no field ${key}`)
      return field
    },
    set: (key, value) => form.set(name, { ...inputs, [key]: value }),
    isShown: (key) => isVisible(shape, key, values, related),
    isRequired: (key) => isRequired(shape, key, values, related),
  }
}
