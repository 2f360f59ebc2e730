import type { Action, ModulePermission, AccessRole } from './permissions.ts'
import type { ServerModule } from './server-module.ts'
import type { ErrorKey } from '#contract/errors.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { systemFields } from '#contract/module-definition.ts'
import { listSheetColumns, type SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import { createHttpError, type HttpError } from '#server/errors.ts'
import type { Caller } from '#server/http/caller.ts'

/**
 * The purpose for which a caller names or sees a field. `output`: its value or its description is in a response or an
 * export. The others: a request names it, for `relation` to list the rows that it may point to.
 */
export type Purpose = 'filter' | 'sort' | 'search' | 'output' | 'relation'

/** The definitions of fields that exist for a caller, by key. */
export type VisibleFields = ReadonlyMap<string, FieldDefinition>

/** Fields that every permission shows: lists identify rows by `id`, and edits send `version`. */
const alwaysVisible = new Set(['id', 'version'])

/** Fields that only the server writes. */
const serverWrittenKeys = new Set(Object.keys(systemFields))

const noFields: VisibleFields = new Map()
/** Cache of the field lists of each module, by access role and purpose. */
const fieldsByModule = new WeakMap<ServerModule, Map<string, VisibleFields>>()

/**
 * Lists the fields that exist for this caller and this purpose, in the order of the definition. Every name of a field that a
 * caller sends passes this gate. A field that is not in the result must be treated exactly like one that was never defined.
 * A masked field may be shown, masked, but not filtered, sorted or searched by.
 */
export function visibleFields(caller: Caller, module: ServerModule, purpose: Purpose): VisibleFields {
  return getCachedFields(caller, module, purpose, (permission) => listFieldsFor(module, permission, purpose))
}

/** Lists the fields that the caller may write, in the order of the definition. A workflow's state is written by actions only. */
export function writableFields(caller: Caller, module: ServerModule): VisibleFields {
  return getCachedFields(caller, module, 'write', (permission) => {
    const { fields, workflow } = module.definition
    const isWritable = (key: string, field: FieldDefinition): boolean => {
      if (serverWrittenKeys.has(key) || field.computed || key === workflow?.field) return false
      if (permission.writtenFields) return permission.writtenFields.includes(key)
      return field.surfaces.form && isReadable(permission, key) && !permission.maskedFields.includes(key)
    }
    return new Map(Object.entries(fields).filter(([key, field]) => isWritable(key, field)))
  })
}

/**
 * Gets a caller's fields for a purpose from the cache, as callers with one access role have the same; none when the
 * permission is denied.
 */
function getCachedFields(
  caller: Caller,
  module: ServerModule,
  purpose: Purpose | 'write',
  listFields: (permission: ModulePermission) => VisibleFields,
): VisibleFields {
  const permission = findModulePermission(caller, module)
  if (!permission || permission.denialKey) return noFields
  let cachedFields = fieldsByModule.get(module)
  if (!cachedFields) fieldsByModule.set(module, (cachedFields = new Map<string, VisibleFields>()))
  const key = `${getAccessRole(caller, module)} ${purpose}`
  let fields = cachedFields.get(key)
  if (!fields) cachedFields.set(key, (fields = listFields(permission)))
  return fields
}

/**
 * Gets the access role of a caller in a module. Administrators have the organiser's where the module defines none of their own,
 * and so have staff who were granted a module that organisers manage.
 */
export function getAccessRole(caller: Caller, { definition, permissions }: ServerModule): AccessRole {
  if (caller.kind === 'anonymous') return 'anonymous'
  const { role, isAdministrator, grants = [] } = caller
  if (role === 'organiser') return isAdministrator && permissions.administrator ? 'administrator' : role
  const isGranted = role === 'staff' && permissions.organiser && grants.includes(definition.name)
  return isGranted ? 'organiser' : role
}

/** True for a caller who manages the module in the console. */
export function isConsoleReader(caller: Caller, module: ServerModule): boolean {
  const role = getAccessRole(caller, module)
  return role === 'organiser' || role === 'administrator'
}

/** Finds the caller's permission for the module; undefined without one. */
export function findModulePermission(caller: Caller, module: ServerModule): ModulePermission | undefined {
  return module.permissions[getAccessRole(caller, module)]
}

/** True when the caller may perform this action on the module. */
export function isAllowed(caller: Caller, module: ServerModule, action: Action): boolean {
  const permission = findModulePermission(caller, module)
  return permission !== undefined && !permission.denialKey && permission.actions.has(action)
}

/** True when the caller may request unpublished rows: all of them, or their own. */
export function canQueryDrafts(caller: Caller, module: ServerModule): boolean {
  const permission = findModulePermission(caller, module)
  return isAllowed(caller, module, 'drafts') || (permission?.ownDrafts !== undefined && !permission.denialKey)
}

/** True when the caller may run this action of the definition. */
export function canRunAction(caller: Caller, module: ServerModule, action: string): boolean {
  const permission = findModulePermission(caller, module)
  return permission !== undefined && !permission.denialKey && permission.runnableActions.has(action)
}

/** Finds the error key when the caller's state, not the role, forbids an action; undefined when it is allowed or the role forbids it. */
export function findDenialKey(caller: Caller, module: ServerModule, action: Action): ErrorKey | undefined {
  const permission = findModulePermission(caller, module)
  return permission?.actions.has(action) ? permission.denialKey : undefined
}

/** True when the caller sees only a mask of the field. */
export function isMasked(caller: Caller, module: ServerModule, key: string): boolean {
  return findModulePermission(caller, module)?.maskedFields.includes(key) ?? false
}

/** Creates the error for a field name that does not exist for the caller. */
export function createUnknownFieldError(name: string): HttpError {
  return createHttpError('query.unknown_field', { fields: [{ path: name, key: 'query.unknown_field' }] })
}

function listFieldsFor(module: ServerModule, permission: ModulePermission, purpose: Purpose): VisibleFields {
  const entries = Object.entries(module.definition.fields).filter(
    ([key, field]) =>
      isReadable(permission, key) && isAvailable(purpose, field, permission.maskedFields.includes(key)),
  )
  return new Map(entries)
}

function isReadable(permission: ModulePermission, key: string): boolean {
  return alwaysVisible.has(key) || permission.onlyFields === undefined || permission.onlyFields.includes(key)
}

/** True when a field can be used for a purpose by a role that may read it. */
function isAvailable(purpose: Purpose, field: FieldDefinition, isMaskedField: boolean): boolean {
  switch (purpose) {
    case 'filter':
      return field.filterable && !isMaskedField
    case 'sort':
      return field.sortable && !isMaskedField
    case 'search':
      return field.searchable && !isMaskedField
    case 'relation':
      return field.relation !== undefined && !isMaskedField
    case 'output':
      return true
    default:
      return purpose satisfies never
  }
}

/**
 * Lists the sheet columns of all fields that exist for the caller. Exports, imports and templates select from them, so that
 * equal labels are made distinct in the same way in every file.
 */
export function listCallerColumns(caller: Caller, module: ServerModule): SheetColumn[] {
  return listSheetColumns(
    new Map([...visibleFields(caller, module, 'output'), ...writableFields(caller, module)]),
  )
}
