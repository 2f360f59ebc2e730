import { setImmediate } from 'node:timers/promises'
import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import { streamQuery } from '#server/db/stream-rows.ts'
import type { Caller } from '#server/http/caller.ts'
import type { StoredRow, WireRow } from '../field-types/codec.ts'
import { listFieldColumns } from '#server/engine/field-types/columns.ts'
import { toWireRows } from '../query/list-rows.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { selectColumns } from '../query/query-plan.ts'
import type { ExportPlan } from './plan-export.ts'

/** Rows per page: few enough to be freed by the garbage collector's fast young generation. */
const rowsPerPage = 20
/** Ids per statement; SQLite accepts at most 32,766 parameters. */
const idsPerStatement = 500

/** Counts the rows of an export. Requested ids that do not exist for the caller are not counted. */
export async function countRows(kysely: Kysely<Tables>, plan: ExportPlan): Promise<number> {
  const { name } = plan.module.definition
  let total = 0
  for (const ids of splitIds(plan)) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from ${sql.id(name)} where ${plan.query.where} and ${whereIdIn(name, ids)}`.execute(
      kysely,
    )
    total += rows[0]?.total ?? 0
  }
  return total
}

/**
 * Reads the rows of an export page by page, yielding to the event loop between pages.
 * @param trx a transaction with a snapshot of the data
 */
export async function* readPages(
  trx: Kysely<Tables>,
  plan: ExportPlan,
  caller: Caller,
): AsyncGenerator<WireRow[]> {
  for await (const page of plan.ids ? readPagesByIds(trx, plan) : readMatchingPages(trx, plan)) {
    yield await toWireRows(trx, plan.query, page, caller)
    await setImmediate()
  }
}

/** Reads the rows that match the filters of the request, in its order, with one query for all pages. */
async function* readMatchingPages(
  trx: Kysely<Tables>,
  { module, query }: ExportPlan,
): AsyncGenerator<StoredRow[]> {
  const rows = moduleTables(trx)
    .selectFrom(module.definition.name)
    .select(query.fields.flatMap(([key, field]) => listFieldColumns(key, field).map((column) => column.name)))
    .where(sql<SqlBool>`${query.where}`)
    .orderBy(query.orderBy)
  let page: StoredRow[] = []
  for await (const row of streamQuery(trx, rows)) {
    if (page.push(row) < rowsPerPage) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Reads the rows that the request names by id, in the order of the ids. */
async function* readPagesByIds(trx: Kysely<Tables>, plan: ExportPlan): AsyncGenerator<StoredRow[]> {
  const { name } = plan.module.definition
  for (const ids of splitIds(plan)) {
    const { rows } = await sql<StoredRow>`select ${selectColumns(plan.query.fields)} from ${sql.id(name)}
      where ${plan.query.where} and ${whereIdIn(name, ids)}`.execute(trx)
    const byId = new Map(rows.map((row) => [String(row['id']), row]))
    yield (ids ?? []).map((id) => byId.get(id)).filter((row) => row !== undefined)
  }
}

/** Splits the requested ids for several statements; generates a single undefined when the request names no ids. */
function* splitIds({ ids }: ExportPlan): Generator<readonly string[] | undefined> {
  if (!ids) yield undefined
  for (let start = 0; start < (ids?.length ?? 0); start += idsPerStatement)
    yield ids?.slice(start, start + idsPerStatement)
}

/** Builds the condition that a row's id is one of these; without ids every row matches. */
function whereIdIn(table: string, ids: readonly string[] | undefined) {
  return ids ? sql`${sql.ref(`${table}.id`)} in (${sql.join(ids)})` : sql`1 = 1`
}
