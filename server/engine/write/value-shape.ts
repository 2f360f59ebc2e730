import type { FieldDefinition } from '#contract/field-definition.ts'
import { isMultiValued, isPlainObject } from '#contract/form/form-shape.ts'

/**
 * True when a value is of the kind that its field holds, right or wrong: a module's own code may take it for that. What is
 * refused for its kind must not come into its hands, where it might become something else.
 */
export function hasShape(field: FieldDefinition | undefined, value: unknown): boolean {
  if (!field || value === null || value === undefined) return true
  if (field.localized) return isPlainObject(value)
  if (isMultiValued(field)) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'json':
      return true
    case 'richtext':
      return isPlainObject(value)
    case 'file':
    case 'image':
      return typeof value === 'string' || (isPlainObject(value) && typeof value['no'] === 'string')
    default:
      return typeof value === 'string'
  }
}
