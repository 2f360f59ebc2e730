import type { FieldDefinition } from '#contract/field-definition.ts'

/** True when a new row cannot do without the column: nothing else gives the value. */
export function isRequired({ required, default: byDefault }: FieldDefinition): boolean {
  return required && byDefault === undefined
}
