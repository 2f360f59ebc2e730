import type { Localized } from '../locale.ts'
import type { FormField, FormShape, Values } from './form-shape.ts'

/** A form whose values lie in one object, with objects within it. */
export interface ObjectShape extends FormShape {
  /** What people call it. */
  label?: Localized
  parts?: Readonly<Record<string, ObjectShape>>
}

/** The shape that the value of a field must have in this row; undefined when it may hold what it likes. */
export function resolveObjectShape(
  { shaped }: Pick<FormField, 'shaped'>,
  values: Values,
): ObjectShape | undefined {
  const name = shaped && values[shaped.field]
  return typeof name === 'string' && Object.hasOwn(shaped?.shapes ?? {}, name)
    ? shaped?.shapes[name]
    : undefined
}
