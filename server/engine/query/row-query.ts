import { sql, type Kysely } from 'kysely'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery, type PreparedQuery } from '#server/db/prepared-query.ts'
import type { StoredRow } from '../field-types/codec.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { selectColumns, whereVisible } from './query-plan.ts'
import { permissionColumns } from './row-permissions.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { getAccessRole, visibleFields } from '../schema/visible-fields.ts'

/** How one row is read for callers who see the same of it. */
export interface RowQuery {
  fields: readonly [string, FieldDefinition][]
  /** The row, when the caller sees it. */
  read(kysely: Kysely<Tables>, caller: Caller, id: string): Promise<StoredRow[]>
}

/** What a row is read with. */
export interface RowQueryOptions {
  /** Also when it is not published. */
  drafts: boolean
  /** With what the caller may do with it. */
  withRights: boolean
}

const known = new WeakMap<ServerModule, Map<string, RowQuery>>()

/** The fields of the surface `detail` that the caller sees, and the query of them: made once for the readers of a module. */
export function getRowQuery(caller: Caller, module: ServerModule, wishes: RowQueryOptions): RowQuery {
  let queries = known.get(module)
  if (!queries) known.set(module, (queries = new Map<string, RowQuery>()))
  const key = `${caller.kind} ${getAccessRole(caller, module)} ${wishes.drafts} ${wishes.withRights}`
  let query = queries.get(key)
  if (!query) queries.set(key, (query = makeQuery(caller, module, wishes)))
  return query
}

function makeQuery(caller: Caller, module: ServerModule, { drafts, withRights }: RowQueryOptions): RowQuery {
  const { name } = module.definition
  const fields = [...visibleFields(caller, module, 'output')].filter(
    ([key, field]) => key === 'version' || field.surfaces.detail,
  )
  const query: PreparedQuery<{ id: string; callerId: string }, StoredRow> = prepareQuery((kysely, asked) => {
    const tables = moduleTables(kysely)
    const whoever = withId(caller, asked.callerId)
    const rights = withRights ? sql`, ${permissionColumns(tables, module, whoever)}` : sql``
    return sql<StoredRow>`select ${selectColumns(fields)}${rights} from ${sql.id(name)}
      where ${sql.ref(`${name}.id`)} = ${asked.id} and ${whereVisible(tables, module, whoever, drafts)}`.compile(
      kysely,
    )
  })
  return { fields, read: (kysely, asking, id) => query.run(kysely, { id, callerId: getCallerId(asking) }) }
}

/** A caller of the same kind, whoever it is. */
export function withId(caller: Caller, id: string): Caller {
  return caller.kind === 'user' ? { ...caller, id } : caller
}

/** The id of a caller's account; empty for one who has none. */
export function getCallerId(caller: Caller): string {
  return caller.kind === 'user' ? caller.id : ''
}
