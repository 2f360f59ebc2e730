import { sql, type Kysely } from 'kysely'
import type { ModuleTables } from '../../db/module-tables.ts'
import type { StoredRow } from '../field-types/codec.ts'
import { toSqlCondition } from './filter-sql.ts'
import type { Action, ModulePermission } from '../schema/permissions.ts'
import type { Registry } from '../schema/registry.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findDenialKey, findModulePermission, isAllowed, canRunAction } from '../schema/visible-fields.ts'
import type { RowPermissions } from '#contract/row-api.ts'
import type { SqlFragment } from '#server/engine/field-types/filter-operators.ts'
import { createHttpError } from '#server/errors.ts'
import type { Caller } from '#server/http/caller.ts'
import { createNotFoundError, type CanUseModule } from '#server/http/permission.ts'

/** Creates the permission check of routes from the modules' permissions; it denies unknown modules. */
export function canUseModule(registry: Registry): CanUseModule {
  return (caller, name, action) => {
    const module = registry.find(name)
    if (!module) return false
    // `act` runs an action that the definition names. Whether the caller may run this one is checked by `runAction`.
    if (action === 'act') return (findModulePermission(caller, module)?.runnableActions.size ?? 0) > 0
    // A key denies the request with a specific error, false with the general one.
    return findDenialKey(caller, module, action) ?? isAllowed(caller, module, action)
  }
}

/**
 * Gets a module with which the caller may do this.
 * @throws HttpError the same for an unknown and a forbidden module; a specific one when the caller's own state forbids it
 */
export function getModule(registry: Registry, caller: Caller, name: string, action: Action): ServerModule {
  const module = registry.find(name)
  const denialKey = module && findDenialKey(caller, module, action)
  if (denialKey) throw createHttpError(denialKey)
  if (!module || !isAllowed(caller, module, action)) throw createNotFoundError(caller)
  return module
}

/** Gets a key of the fields and rows that a permission shows: callers with equal keys get equal responses. */
export function getViewKey(permission: ModulePermission | undefined): string {
  const cachedKey = permission && viewKeys.get(permission)
  if (cachedKey !== undefined) return cachedKey
  const key = JSON.stringify([
    permission?.onlyFields ?? null,
    permission?.maskedFields ?? [],
    permission?.scope ?? [],
  ])
  if (permission) viewKeys.set(permission, key)
  return key
}

/** Cache of {@link getViewKey}. */
const viewKeys = new WeakMap<ModulePermission, string>()

/** True when a response depends on the caller's id. The options are those of the request: unpublished rows, own rows. */
export function isPersonal(
  permission: ModulePermission | undefined,
  { drafts = false, own = false }: { drafts?: boolean; own?: boolean } = {},
): boolean {
  if (own) return true
  const hasOwnDrafts = drafts && permission?.ownDrafts !== undefined
  return hasOwnDrafts || (permission?.scope.some((item) => 'is' in item) ?? false)
}

/** True when the caller sees the module's published rows exactly as anonymous callers do. */
export function seesAsPublic(caller: Caller, module: ServerModule): boolean {
  const anonymous = module.permissions.anonymous
  return anonymous !== undefined && getViewKey(anonymous) === getViewKey(findModulePermission(caller, module))
}

/**
 * Builds the columns from which {@link toRowPermissions} derives what the caller may do with a row. Their conditions come from
 * definitions, so they may name fields that the caller does not see.
 */
export function selectPermissionColumns(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
): SqlFragment {
  const { name, fields, workflow, actions } = module.definition
  const scope = { kysely, table: name, fields: new Map(Object.entries(fields)) }
  const items = (findModulePermission(caller, module)?.editable ?? []).map((item) =>
    toSqlCondition(scope, item),
  )
  const editable = sql`case when ${sql.join([sql`1 = 1`, ...items], sql` and `)} then 1 else 0 end`
  const state = workflow ? sql.ref(`${name}.${workflow.field}`) : sql`null`
  const actionColumns = Object.entries(actions ?? {}).flatMap(([action, { when }]) =>
    when
      ? [
          sql`case when ${sql.join(
            when.map((item) => toSqlCondition(scope, item)),
            sql` and `,
          )} then 1 else 0 end as ${sql.id(getActionColumnName(action))}`,
        ]
      : [],
  )
  return sql.join([sql`${editable} as is_editable`, sql`${state} as row_state`, ...actionColumns])
}

/** Names the column that is 1 when a row meets the conditions of an action. */
function getActionColumnName(action: string): string {
  return `is_open_${action}`
}

/**
 * True when the caller's permission allows to edit and delete the row in its present state.
 * @param row with the columns of {@link selectPermissionColumns}
 */
export function isEditable(row: StoredRow): boolean {
  return Number(row['is_editable']) === 1
}

/**
 * Derives what the caller may do with a row in its present state.
 * @param row with the columns of {@link selectPermissionColumns}
 */
export function toRowPermissions(module: ServerModule, caller: Caller, row: StoredRow): RowPermissions {
  const definitionActions = Object.entries(module.definition.actions ?? {})
  return {
    update: isEditable(row) && isAllowed(caller, module, 'update'),
    delete: isEditable(row) && isAllowed(caller, module, 'delete'),
    actions: definitionActions
      .filter(([action, { from, when }]) => {
        const meetsConditions = when === undefined || Number(row[getActionColumnName(action)]) === 1
        const hasState = from?.includes(String(row['row_state'])) ?? true
        return canRunAction(caller, module, action) && meetsConditions && hasState
      })
      .map(([action]) => action),
  }
}
