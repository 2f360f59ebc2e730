import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import { identityKeys } from './importable.ts'

/** True when a new row cannot do without the column: nothing else gives the value. */
export function isRequired({ key, field }: SheetColumn): boolean {
  return field.required && field.default === undefined && !identityKeys.includes(key)
}
