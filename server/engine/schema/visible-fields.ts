import type { ErrorKey } from '#contract/errors.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { systemFields } from '#contract/module-definition.ts'
import type { Caller } from '#server/http/caller.ts'
import { createHttpError, type HttpError } from '#server/errors.ts'
import type { Action, ModulePermission, AccessRole } from './permissions.ts'
import type { ServerModule } from './server-module.ts'

/** Why a caller names or sees a field. */
export type Purpose = 'filter' | 'sort' | 'search' | 'columns' | 'output' | 'metadata' | 'relation'

export type VisibleFields = ReadonlyMap<string, FieldDefinition>

/** Fields that every row shows, whatever a grant frees: lists and edits need them. */
const alwaysShown = new Set(['id', 'version'])

/** Fields that only the server writes, whoever asks. */
const serverMade = new Set(Object.keys(systemFields))

const none: VisibleFields = new Map()
const known = new WeakMap<ServerModule, Map<string, VisibleFields>>()

/**
 * The one gate: the fields that exist for this caller and this purpose, in the order of the definition. A field that is
 * not in the answer must be treated exactly like one that was never defined. A masked field may be seen, masked, but
 * not asked for.
 */
export function visibleFields(caller: Caller, module: ServerModule, purpose: Purpose): VisibleFields {
  return remembered(caller, module, purpose, (grant) => fieldsFor(module, grant, purpose))
}

/** The fields that the caller may write, in the order of the definition; those of actions are given with them alone. */
export function writableFields(caller: Caller, module: ServerModule): VisibleFields {
  return remembered(caller, module, 'write', (grant) => {
    const { fields, workflow } = module.definition
    const isWritable = (key: string, field: FieldDefinition): boolean => {
      if (serverMade.has(key) || field.computed || key === workflow?.field) return false
      if (grant.writtenFields) return grant.writtenFields.includes(key)
      return field.surfaces.form && isReadable(grant, key) && !grant.maskedFields.includes(key)
    }
    return new Map(Object.entries(fields).filter(([key, field]) => isWritable(key, field)))
  })
}

function remembered(
  caller: Caller,
  module: ServerModule,
  purpose: Purpose | 'write',
  make: (grant: ModulePermission) => VisibleFields,
): VisibleFields {
  const grant = findModulePermission(caller, module)
  if (!grant || grant.closedBy) return none
  let answers = known.get(module)
  if (!answers) known.set(module, (answers = new Map<string, VisibleFields>()))
  const key = `${getAccessRole(caller, module)} ${purpose}`
  let fields = answers.get(key)
  if (!fields) answers.set(key, (fields = make(grant)))
  return fields
}

/**
 * The reader whose permissions a caller has for a module: an administrator's own where it has such, and the organiser's
 * for a member of staff who was granted a module that organisers work in.
 */
export function getAccessRole(caller: Caller, { definition, permissions }: ServerModule): AccessRole {
  if (caller.kind === 'anonymous') return 'anonymous'
  const { role, isAdministrator, grants = [] } = caller
  if (role === 'organiser') return isAdministrator && permissions.administrator ? 'administrator' : role
  const isGranted = role === 'staff' && permissions.organiser && grants.includes(definition.name)
  return isGranted ? 'organiser' : role
}

/** True for who works with a module in the console, not in the forum's public pages. */
export function isConsoleReader(caller: Caller, module: ServerModule): boolean {
  const reader = getAccessRole(caller, module)
  return reader === 'organiser' || reader === 'administrator'
}

/** What the caller may do with the module; undefined when nothing. */
export function findModulePermission(caller: Caller, module: ServerModule): ModulePermission | undefined {
  return module.permissions[getAccessRole(caller, module)]
}

/** True when the caller may do this with the module. */
export function isAllowed(caller: Caller, module: ServerModule, action: Action): boolean {
  const grant = findModulePermission(caller, module)
  return grant !== undefined && !grant.closedBy && grant.actions.has(action)
}

/** True when the caller may ask for rows that are not published: all of them, or their own. */
export function canQueryDrafts(caller: Caller, module: ServerModule): boolean {
  const grant = findModulePermission(caller, module)
  return isAllowed(caller, module, 'drafts') || (grant?.ownDrafts !== undefined && !grant.closedBy)
}

/** True when the caller may call this action of the definition. */
export function canRunAction(caller: Caller, module: ServerModule, deed: string): boolean {
  const grant = findModulePermission(caller, module)
  return grant !== undefined && !grant.closedBy && grant.deeds.has(deed)
}

/** Why the caller may not do this yet, though people in another state may; undefined when that is not the reason. */
export function findDenialKey(caller: Caller, module: ServerModule, action: Action): ErrorKey | undefined {
  const grant = findModulePermission(caller, module)
  return grant?.actions.has(action) ? grant.closedBy : undefined
}

/** True when the caller sees the field masked only. */
export function isMasked(caller: Caller, module: ServerModule, key: string): boolean {
  return findModulePermission(caller, module)?.maskedFields.includes(key) ?? false
}

/** The refusal of a field name that does not exist for the caller. */
export function createUnknownFieldError(name: string): HttpError {
  return createHttpError('query.unknown_field', { fields: [{ path: name, key: 'query.unknown_field' }] })
}

function fieldsFor(module: ServerModule, grant: ModulePermission, purpose: Purpose): VisibleFields {
  const entries = Object.entries(module.definition.fields).filter(
    ([key, field]) => isReadable(grant, key) && serves(purpose, field, grant.maskedFields.includes(key)),
  )
  return new Map(entries)
}

function isReadable(grant: ModulePermission, key: string): boolean {
  return alwaysShown.has(key) || grant.onlyFields === undefined || grant.onlyFields.includes(key)
}

function serves(purpose: Purpose, field: FieldDefinition, masked: boolean): boolean {
  switch (purpose) {
    case 'filter':
      return field.filterable && !masked
    case 'sort':
      return field.sortable && !masked
    case 'search':
      return field.searchable && !masked
    case 'relation':
      return field.relation !== undefined && !masked
    case 'columns':
    case 'output':
    case 'metadata':
      return true
    default:
      return purpose satisfies never
  }
}
