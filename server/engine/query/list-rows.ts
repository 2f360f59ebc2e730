import type { Kysely } from 'kysely'
import type { ListData } from '#contract/envelope.ts'
import { clientRowIdKey, maskedValue } from '#contract/row.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Tables } from '#server/db/client.ts'
import { queryBatch } from '#server/db/prepared-query.ts'
import { findFiles } from '#server/files/find-files.ts'
import { decodeField, fileNosIn, type StoredRow, type WireRow } from '../field-types/codec.ts'
import { toPreparedList, type CountResult, type PreparedList } from './list-queries.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import type { QueryPlan } from './query-plan.ts'
import { getRowQuery } from './row-query.ts'
import { toRowPermissions } from './row-permissions.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findCachedCount, cacheCount, type CachedCount } from './count-cache.ts'
import { isMasked } from '../schema/visible-fields.ts'

/** Reads a page of rows, and the number of all of them as it was at that moment. */
export function listRows(
  kysely: Kysely<Tables>,
  plan: QueryPlan,
  caller: Caller,
): Promise<ListData<WireRow>> {
  return readList(kysely, toPreparedList(plan), caller)
}

/** The same of a list that is in words already. */
export async function readList(
  kysely: Kysely<Tables>,
  list: PreparedList,
  caller: Caller,
): Promise<ListData<WireRow>> {
  // Rows of records come without a revision of their module.
  const known = list.module.isRecord ? undefined : findCachedCount(kysely, totalKey(list, caller))
  const { rows } = await kysely.executeQuery(list.page(kysely, caller, !known))
  const items = await toWireRows(kysely, list, rows, caller)
  const total = await totalOf(kysely, list, caller, { rows, known })
  return { items, page: list.pageNo, size: list.size, total }
}

/**
 * The same of several lists. On PostgreSQL they are asked for together: the pages, planned for what is looked for, and at
 * the same time the numbers that are not known, which one statement counts whatever the words are.
 */
export async function readLists(
  kysely: Kysely<Tables>,
  lists: readonly PreparedList[],
  caller: Caller,
): Promise<ListData<WireRow>[]> {
  if (lists.length < 2 || !isPostgres(moduleTables(kysely)))
    return Promise.all(lists.map((list) => readList(kysely, list, caller)))
  const known = lists.map((list) => findCachedCount(kysely, totalKey(list, caller)))
  const uncounted = lists.filter((_list, index) => !known[index])
  const [pages, counted] = await Promise.all([
    queryBatch(
      kysely,
      lists.map((list) => list.page(kysely, caller, false)),
    ),
    queryBatch(
      kysely,
      uncounted.map((list) => list.count(kysely, caller)),
      { isNamed: uncounted.length === lists.length },
    ),
  ])
  // What is remembered may be forgotten before the pages are told: these stay until then.
  const totals = known.map((total) => total ?? toTotal(counted.shift()?.[0]))
  for (const [index, list] of lists.entries())
    if (!known[index]) keepTotal(kysely, list, caller, totals[index])
  return Promise.all(
    lists.map(async (list, index) => {
      const rows = pages[index] ?? []
      const items = await toWireRows(kysely, list, rows, caller)
      const total = await totalOf(kysely, list, caller, { rows, known: totals[index] })
      return { items, page: list.pageNo, size: list.size, total }
    }),
  )
}

function totalKey(list: PreparedList, caller: Caller): string {
  return `${list.module.definition.name} ${list.rowsKey(caller)}`
}

function keepTotal(
  kysely: Kysely<Tables>,
  list: PreparedList,
  caller: Caller,
  total: CachedCount | undefined,
): void {
  if (total && !list.module.isRecord) cacheCount(kysely, totalKey(list, caller), total)
}

function toTotal(counted: CountResult | undefined): CachedCount {
  return { revision: counted?.revision ?? 0, total: Number(counted?.total ?? 0) }
}

/** A page of rows as it was read. */
interface ReadPage {
  rows: readonly StoredRow[]
  /** The total that was known before. */
  known: CachedCount | undefined
}

/** The total that came with the page, or that of the revision at which the page was read. */
async function totalOf(
  kysely: Kysely<Tables>,
  list: PreparedList,
  caller: Caller,
  { rows, known }: ReadPage,
): Promise<number> {
  const count = async () => toTotal((await kysely.executeQuery(list.count(kysely, caller))).rows[0])
  const [first] = rows
  if (!first) return list.offset > 0 ? (await count()).total : 0
  const revision = Number(first['module_revision'] ?? 0)
  if (known?.revision === revision) return known.total
  const found = known ? await count() : { revision, total: Number(first['total_rows']) }
  keepTotal(kysely, list, caller, found)
  return found.total
}

/** Which row to read. */
export interface RowRequest {
  id: string
  /** True to find it though it is not published. */
  drafts: boolean
  /** True to say also what the caller may do with it. */
  withRights?: boolean
}

/** Finds one row that the caller sees, with the fields of the surface `detail`. */
export async function findRow(
  kysely: Kysely<Tables>,
  module: ServerModule,
  caller: Caller,
  { id, drafts, withRights = false }: RowRequest,
): Promise<WireRow | undefined> {
  const query = getRowQuery(caller, module, { drafts, withRights })
  const rows = await query.read(kysely, caller, id)
  const [row] = await toWireRows(kysely, { module, fields: query.fields, rights: withRights }, rows, caller)
  return row
}

/** What rows are answered with. */
interface RowParts extends Pick<QueryPlan, 'module' | 'fields'>, Partial<Pick<QueryPlan, 'hasClientRowIds'>> {
  rights: unknown
}

/** Stored rows in the shape of the wire, masked where the caller sees them masked. */
export async function toWireRows(
  kysely: Kysely<Tables>,
  { module, fields, rights, hasClientRowIds }: RowParts,
  rows: readonly StoredRow[],
  caller: Caller,
): Promise<WireRow[]> {
  const files = await findFiles(kysely, fileNosIn(fields, rows))
  const shown = fields.map(([key, field]) => ({ key, field, masked: isMasked(caller, module, key) }))
  return rows.map((row) => {
    const wire: WireRow = {}
    for (const { key, field, masked } of shown) {
      const value = decodeField(key, field, row, files)
      wire[key] = masked && value !== null ? maskedValue : value
    }
    if (hasClientRowIds) wire[clientRowIdKey] = row[clientRowIdKey] ?? null
    if (rights) wire['permissions'] = toRowPermissions(module, caller, row)
    return wire
  })
}
