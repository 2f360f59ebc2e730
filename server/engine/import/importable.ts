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

/** Columns that identify the row of a line, and the version of it that the user exported. */
export const identityKeys: readonly string[] = ['id', 'version']

/** Field types that cannot match rows: sealed ones, and those whose value is not one plain value. */
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

/** Lists the fields that the caller may fill by an import. */
export function listImportableFields(caller: Caller, module: ServerModule): VisibleFields {
  return new Map([...writableFields(caller, module)].filter(([, field]) => field.surfaces.import))
}

/**
 * Lists the columns that a file of the caller may have: `id` and `version` for callers who may update rows, and the columns of
 * importable fields. Other columns are treated as unknown.
 */
export function listImportColumns(caller: Caller, module: ServerModule): SheetColumn[] {
  const importable = listImportableFields(caller, module)
  const identityColumns = canMatchRows(caller, module) ? identityKeys : []
  return listCallerColumns(caller, module).filter(
    ({ key }) => identityColumns.includes(key) || importable.has(key),
  )
}

/** Lists the columns whose values may match lines to rows. */
export function listMatchColumns(caller: Caller, module: ServerModule): SheetColumn[] {
  if (!canMatchRows(caller, module)) return []
  const filterable = visibleFields(caller, module, 'filter')
  return listImportColumns(caller, module).filter(
    ({ key, field }) =>
      key !== 'version' && filterable.has(key) && !unmatchableTypes.has(field.type) && !field.relation?.many,
  )
}

/** True for a caller who may list and update rows; otherwise an import would reveal which rows exist. */
function canMatchRows(caller: Caller, module: ServerModule): boolean {
  return isAllowed(caller, module, 'list') && isAllowed(caller, module, 'update')
}

/** Hashes a module's definition and the caller's permissions: an import token is invalid when the hash changes. */
export function createTokenBinding(caller: Caller, module: ServerModule, registry: Registry): string {
  const { revision } = describeModule(caller, module, registry)
  const dependencies = [
    revision,
    getAccessRole(caller, module),
    getViewKey(findModulePermission(caller, module)),
  ]
  return createHash('sha256').update(JSON.stringify(dependencies)).digest('base64url')
}

/** Lists every path that a column of the caller's file may fill, with its label. */
export function listFillablePaths(caller: Caller, module: ServerModule): ImportReport['paths'] {
  return listImportColumns(caller, module).map((column) => ({
    path: column.path,
    label: column.label,
    required: isRequired(column),
  }))
}

/** True when a new row needs a value in the column, because the field is required and has no default. */
export function isRequired({ key, field }: SheetColumn): boolean {
  return field.required && field.default === undefined && !identityKeys.includes(key)
}
