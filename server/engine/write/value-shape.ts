import type { FieldDefinition } from '#contract/field-definition.ts'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { getFieldType } from '../field-types/index.ts'

/**
 * True when a value is of the kind that its field holds, right or wrong: a module's own code may take it for that. What is
 * refused for its kind must not come into its hands, where it might become something else.
 */
export function hasShape(field: FieldDefinition | undefined, value: unknown): boolean {
  if (!field || value === null || value === undefined) return true
  if (field.localized) return isPlainObject(value)
  return getFieldType(field).hasShape(value)
}
