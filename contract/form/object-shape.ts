import type { Localized } from '../locale.ts'
import type { FormField, FormShape, Values } from './form-shape.ts'

/** A form whose values are one object, which may contain inner objects. */
export interface ObjectShape extends FormShape {
  /** Label for users. */
  label?: Localized
  /** Shapes of the inner objects by their key. */
  parts?: Readonly<Record<string, ObjectShape>>
}

/** Returns the shape that the value of a field must have in this row; undefined if any value is valid. */
export function resolveObjectShape(
  { shaped }: Pick<FormField, 'shaped'>,
  values: Values,
): ObjectShape | undefined {
  const name = shaped && values[shaped.field]
  return typeof name === 'string' && Object.hasOwn(shaped?.shapes ?? {}, name)
    ? shaped?.shapes[name]
    : undefined
}
