import { createHash } from 'node:crypto'
import type { Caller } from '#server/http/caller.ts'
import { getViewKey } from '../query/access.ts'
import { listCallerColumns } from '#server/engine/schema/visible-fields.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import { describeModule } from '../metadata/metadata.ts'
import type { Registry } from '../schema/registry.ts'
import type { ServerModule } from '../schema/server-module.ts'
import {
  findModulePermission,
  isAllowed,
  getAccessRole,
  visibleFields,
  writableFields,
  type VisibleFields,
} from '../schema/visible-fields.ts'
import type { ImportReport } from '#contract/transfer.ts'

/** Columns that say which row is meant, and which version of it was read. */
export const identityKeys: readonly string[] = ['id', 'version']

/** Types by whose values no row is found: sealed, or not one plain value. */
const unmatchableTypes = new Set([
  'id_number',
  'json',
  'richtext',
  'list',
  'enum_set',
  'file',
  'image',
  'computed',
])

/** The fields that the caller may fill by an import. */
export function importableFields(caller: Caller, module: ServerModule): VisibleFields {
  return new Map([...writableFields(caller, module)].filter(([, field]) => field.surfaces.import))
}

/**
 * The columns that a file of the caller may have: `id` and `version` for who may change rows, and those of the fields that
 * may be filled. Any other does not exist.
 */
export function importColumns(caller: Caller, module: ServerModule): SheetColumn[] {
  const importable = importableFields(caller, module)
  const named = canMatchRows(caller, module) ? identityKeys : []
  return listCallerColumns(caller, module).filter(({ key }) => named.includes(key) || importable.has(key))
}

/** The columns by whose values the caller may find rows. */
export function matchColumns(caller: Caller, module: ServerModule): SheetColumn[] {
  if (!canMatchRows(caller, module)) return []
  const askable = visibleFields(caller, module, 'filter')
  return importColumns(caller, module).filter(
    ({ key, field }) =>
      key !== 'version' && askable.has(key) && !unmatchableTypes.has(field.type) && !field.relation?.many,
  )
}

/** Whoever may not list rows finds none by an import. */
function canMatchRows(caller: Caller, module: ServerModule): boolean {
  return isAllowed(caller, module, 'list') && isAllowed(caller, module, 'update')
}

/** Changes with the definition of a module and with what the caller may do and see: a token holds for one only. */
export function createTokenBinding(caller: Caller, module: ServerModule, registry: Registry): string {
  const { revision } = describeModule(caller, module, registry)
  const deps = [revision, getAccessRole(caller, module), getViewKey(findModulePermission(caller, module))]
  return createHash('sha256').update(JSON.stringify(deps)).digest('base64url')
}

/** Every path that a column of the caller's file may fill. */
export function listFillablePaths(caller: Caller, module: ServerModule): ImportReport['paths'] {
  return importColumns(caller, module).map((column) => ({
    path: column.path,
    label: column.label,
    required: isRequired(column),
  }))
}

/** True when a new row cannot do without the column: nothing else gives the value. */
export function isRequired({ key, field }: SheetColumn): boolean {
  return field.required && field.default === undefined && !identityKeys.includes(key)
}
