import type { Caller } from '#server/http/caller.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { visibleFields, writableFields } from '../schema/visible-fields.ts'
import { sheetColumns, type SheetColumn } from '../field-types/sheet-column.ts'

/**
 * The columns of all fields that exist for the caller. Exports, imports and templates have some of them each and call them
 * alike: fields of the same label are told apart among all, not among those that a file has.
 */
export function callerColumns(caller: Caller, module: ServerModule): SheetColumn[] {
  return sheetColumns(
    new Map([...visibleFields(caller, module, 'output'), ...writableFields(caller, module)]),
  )
}
