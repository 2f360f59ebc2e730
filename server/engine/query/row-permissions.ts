import { sql, type Kysely } from 'kysely'
import type { RowPermissions } from '#contract/row-api.ts'
import type { Caller } from '#server/http/caller.ts'
import type { StoredRow } from '../field-types/codec.ts'
import { toSqlCondition, type SqlCondition } from './filter-sql.ts'
import type { ModuleTables } from '../../db/module-tables.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findModulePermission, canRunAction, isAllowed } from '../schema/visible-fields.ts'

/** What the database is asked of each row, so that {@link toRowPermissions} can tell what the caller may do with it. */
export function permissionColumns(
  kysely: Kysely<ModuleTables>,
  module: ServerModule,
  caller: Caller,
): SqlCondition {
  const { name, fields, workflow, actions } = module.definition
  const scope = { kysely, table: name, fields: new Map(Object.entries(fields)) }
  const items = (findModulePermission(caller, module)?.editable ?? []).map((item) =>
    toSqlCondition(scope, item),
  )
  const editable = sql`case when ${sql.join([sql`1 = 1`, ...items], sql` and `)} then 1 else 0 end`
  const state = workflow ? sql.ref(`${name}.${workflow.field}`) : sql`null`
  const open = Object.entries(actions ?? {}).flatMap(([deed, { when }]) =>
    when
      ? [
          sql`case when ${sql.join(
            when.map((item) => toSqlCondition(scope, item)),
            sql` and `,
          )} then 1 else 0 end as ${sql.id(openColumn(deed))}`,
        ]
      : [],
  )
  return sql.join([sql`${editable} as is_editable`, sql`${state} as row_state`, ...open])
}

/** Column that tells whether an action may be done with a row. */
function openColumn(deed: string): string {
  return `is_open_${deed}`
}

/** True when the caller's grant lets the row be edited and deleted in its present state. */
export function isEditable(row: StoredRow): boolean {
  return Number(row['is_editable']) === 1
}

/** What the caller may do with a row in its present state. */
export function toRowPermissions(module: ServerModule, caller: Caller, row: StoredRow): RowPermissions {
  const deeds = Object.entries(module.definition.actions ?? {})
  return {
    update: isEditable(row) && isAllowed(caller, module, 'update'),
    delete: isEditable(row) && isAllowed(caller, module, 'delete'),
    actions: deeds
      .filter(([deed, { from, when }]) => {
        const isOpen = when === undefined || Number(row[openColumn(deed)]) === 1
        return (
          canRunAction(caller, module, deed) && isOpen && (from?.includes(String(row['row_state'])) ?? true)
        )
      })
      .map(([deed]) => deed),
  }
}
