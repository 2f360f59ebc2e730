import type { FormShape } from './form-shape.ts'

/** A form whose values lie in one object, with objects within it. */
export interface ObjectShape extends FormShape {
  parts?: Readonly<Record<string, ObjectShape>>
}
