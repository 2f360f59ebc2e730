import { sql, type Kysely } from 'kysely'
import { moduleTables } from '../../db/module-tables.ts'
import type { StoredRow } from '../field-types/codec.ts'
import { selectColumns, whereVisible } from './query-plan.ts'
import { selectPermissionColumns } from './access.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { getAccessRole, visibleFields, isMasked, isAllowed } from '../schema/visible-fields.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery, type PreparedQuery } from '#server/db/prepared-query.ts'
import type { Caller } from '#server/http/caller.ts'

/** The query of one row, for all callers with the same access role. */
export interface RowQuery {
  /** Fields of the response by their keys, in the order of the definition. */
  fields: readonly [string, FieldDefinition][]
  /** Reads the row; empty when the caller does not see it. */
  read(kysely: Kysely<Tables>, caller: Caller, id: string): Promise<StoredRow[]>
}

/** Options of reading a row. */
export interface RowQueryOptions {
  /** Also reads an unpublished row. */
  drafts: boolean
  /** Includes the caller's permissions on the row. */
  withRights: boolean
}

/** Cache of the queries of each module, by kind of caller, access role and options. */
const queriesByModule = new WeakMap<ServerModule, Map<string, RowQuery>>()

/** Gets the query of the fields of the surface `detail` that the caller sees; created once per access role and module. */
export function getRowQuery(caller: Caller, module: ServerModule, options: RowQueryOptions): RowQuery {
  let queries = queriesByModule.get(module)
  if (!queries) queriesByModule.set(module, (queries = new Map<string, RowQuery>()))
  const key = `${caller.kind} ${getAccessRole(caller, module)} ${options.drafts} ${options.withRights}`
  let query = queries.get(key)
  if (!query) queries.set(key, (query = createQuery(caller, module, options)))
  return query
}

/** Prepares the query of one row. Its condition contains the caller's id, so that id is a parameter. */
function createQuery(
  caller: Caller,
  module: ServerModule,
  { drafts, withRights }: RowQueryOptions,
): RowQuery {
  const { name } = module.definition
  // `version` whatever its surfaces are: edits send it back.
  const fields = [...visibleFields(caller, module, 'output')].filter(
    ([key, field]) => key === 'version' || field.surfaces.detail,
  )
  const query: PreparedQuery<{ id: string; callerId: string }, StoredRow> = prepareQuery((kysely, params) => {
    const tables = moduleTables(kysely)
    const reader = withId(caller, params.callerId)
    const rights = withRights ? sql`, ${selectPermissionColumns(tables, module, reader)}` : sql``
    return sql<StoredRow>`select ${selectColumns(fields)}${rights} from ${sql.id(name)}
      where ${sql.ref(`${name}.id`)} = ${params.id} and ${whereVisible(tables, module, reader, drafts)}`.compile(
      kysely,
    )
  })
  return { fields, read: (kysely, reader, id) => query.run(kysely, { id, callerId: getCallerId(reader) }) }
}

/** Creates a caller of the same kind with another id. */
export function withId(caller: Caller, id: string): Caller {
  return caller.kind === 'user' ? { ...caller, id } : caller
}

/** Gets the id of a caller's account; empty without an account. */
export function getCallerId(caller: Caller): string {
  return caller.kind === 'user' ? caller.id : ''
}

/** The row and the columns to read. */
export interface RowColumns {
  id: string
  columns: readonly string[]
}

/** Reads columns of a row that the caller sees; drafts too when the caller may see them. */
export async function findVisibleRow(
  kysely: Kysely<Tables>,
  module: ServerModule,
  caller: Caller,
  { id, columns }: RowColumns,
): Promise<StoredRow | undefined> {
  const { name } = module.definition
  const visibleCondition = whereVisible(
    moduleTables(kysely),
    module,
    caller,
    isAllowed(caller, module, 'drafts'),
  )
  const { rows } = await sql<StoredRow>`select ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.id(name)} where ${sql.ref(`${name}.id`)} = ${id} and ${visibleCondition}`.execute(kysely)
  return rows[0]
}

/** Finds a field that the caller sees masked and may reveal. */
export function findRevealable(
  caller: Caller,
  module: ServerModule,
  key: string,
): FieldDefinition | undefined {
  if (!isAllowed(caller, module, 'reveal') || !isMasked(caller, module, key)) return undefined
  return visibleFields(caller, module, 'output').get(key)
}
