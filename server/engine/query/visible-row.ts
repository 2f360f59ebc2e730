import { sql, type Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Tables } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import type { StoredRow } from '../field-types/codec.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { whereVisible } from './query-plan.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isMasked, isAllowed, visibleFields } from '../schema/visible-fields.ts'

/** Which columns of which row to read. */
export interface RowColumns {
  id: string
  columns: readonly string[]
}

/** Columns of a row, when it exists for the caller: drafts too for whoever may see them. */
export async function findVisibleRow(
  kysely: Kysely<Tables>,
  module: ServerModule,
  caller: Caller,
  { id, columns }: RowColumns,
): Promise<StoredRow | undefined> {
  const { name } = module.definition
  const shown = whereVisible(moduleTables(kysely), module, caller, isAllowed(caller, module, 'drafts'))
  const { rows } = await sql<StoredRow>`select ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.id(name)} where ${sql.ref(`${name}.id`)} = ${id} and ${shown}`.execute(kysely)
  return rows[0]
}

/** The field, when the caller sees it masked and may have its value revealed. */
export function findRevealable(
  caller: Caller,
  module: ServerModule,
  key: string,
): FieldDefinition | undefined {
  if (!isAllowed(caller, module, 'reveal') || !isMasked(caller, module, key)) return undefined
  return visibleFields(caller, module, 'output').get(key)
}
