import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { decodeField, listFileNos, type StoredRow, type WireRow } from '../field-types/codec.ts'
import { toPreparedList, type CountResult, type PreparedList } from './list-queries.ts'
import type { QueryPlan } from './query-plan.ts'
import { toRowPermissions } from './access.ts'
import { getRowQuery } from './row-query.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isMasked } from '../schema/visible-fields.ts'
import type { ListData } from '#contract/envelope.ts'
import { clientRowIdKey, maskedValue } from '#contract/row.ts'
import { queryBatch } from '#server/db/prepared-query.ts'
import type { Tables } from '#server/db/client.ts'
import { findFiles } from '#server/files/find-files.ts'
import type { Caller } from '#server/http/caller.ts'

/** Reads a page of rows and the total at the same moment. */
export function listRows(
  kysely: Kysely<Tables>,
  plan: QueryPlan,
  caller: Caller,
): Promise<ListData<WireRow>> {
  return readList(kysely, toPreparedList(plan), caller)
}

/** Reads a page of a prepared list. */
export async function readList(
  kysely: Kysely<Tables>,
  list: PreparedList,
  caller: Caller,
): Promise<ListData<WireRow>> {
  // Rows that only the server writes change without a new revision, so their totals are not cached (`cacheTotal`).
  const cachedTotal = list.module.isServerWritten
    ? undefined
    : findCachedCount(kysely, toTotalKey(list, caller))
  const { rows } = await kysely.executeQuery(list.page(kysely, caller, !cachedTotal))
  const items = await toWireRows(kysely, list, rows, caller)
  const total = await getTotal(kysely, list, caller, { rows, cachedTotal })
  return { items, page: list.pageNo, size: list.size, total }
}

/**
 * Reads pages of several lists. PostgreSQL gets them in two concurrent batches: the pages, planned for their values, and the
 * totals that are not cached, by one prepared statement.
 */
export async function readLists(
  kysely: Kysely<Tables>,
  lists: readonly PreparedList[],
  caller: Caller,
): Promise<ListData<WireRow>[]> {
  if (lists.length < 2 || !isPostgres(moduleTables(kysely)))
    return Promise.all(lists.map((list) => readList(kysely, list, caller)))
  const cachedTotals = lists.map((list) => findCachedCount(kysely, toTotalKey(list, caller)))
  const uncounted = lists.filter((_list, index) => !cachedTotals[index])
  const [pages, countResults] = await Promise.all([
    queryBatch(
      kysely,
      lists.map((list) => list.page(kysely, caller, false)),
    ),
    queryBatch(
      kysely,
      uncounted.map((list) => list.count(kysely, caller)),
      // A search for new words misses all totals, so that text recurs. Other combinations are too many to prepare each of them.
      { isNamed: uncounted.length === lists.length },
    ),
  ])
  // `getTotal` below gets the totals from this array, because the cache may evict them before, and caches only newer ones.
  const totals = cachedTotals.map((total) => total ?? toTotal(countResults.shift()?.[0]))
  for (const [index, list] of lists.entries())
    if (!cachedTotals[index]) cacheTotal(kysely, list, caller, totals[index])
  return Promise.all(
    lists.map(async (list, index) => {
      const rows = pages[index] ?? []
      const items = await toWireRows(kysely, list, rows, caller)
      const total = await getTotal(kysely, list, caller, { rows, cachedTotal: totals[index] })
      return { items, page: list.pageNo, size: list.size, total }
    }),
  )
}

/** Creates the cache key of a list's total. */
function toTotalKey(list: PreparedList, caller: Caller): string {
  return `${list.module.definition.name} ${list.rowsKey(caller)}`
}

/** Caches a total, unless the server alone writes the rows: their changes would not be noticed. */
function cacheTotal(
  kysely: Kysely<Tables>,
  list: PreparedList,
  caller: Caller,
  total: CachedCount | undefined,
): void {
  if (total && !list.module.isServerWritten) cacheCount(kysely, toTotalKey(list, caller), total)
}

/** Converts the result of a count; a module that was never written has the revision 0. */
function toTotal(countResult: CountResult | undefined): CachedCount {
  return { revision: countResult?.revision ?? 0, total: countResult?.total ?? 0 }
}

/** The rows of a page as the database returned them, and the total that was known before. */
interface StoredPage {
  rows: readonly StoredRow[]
  /** Undefined when the rows come with the total, in the column `total_rows`. */
  cachedTotal: CachedCount | undefined
}

/** Gets the total that came with the page, or the cached one of the page's revision; else counts again. */
async function getTotal(
  kysely: Kysely<Tables>,
  list: PreparedList,
  caller: Caller,
  { rows, cachedTotal }: StoredPage,
): Promise<number> {
  const count = async () => toTotal((await kysely.executeQuery(list.count(kysely, caller))).rows[0])
  const [firstRow] = rows
  // The first page is empty only when the list is; a later one may lie beyond the end.
  if (!firstRow) return list.offset > 0 ? (await count()).total : 0
  const revision = Number(firstRow['module_revision'] ?? 0)
  if (cachedTotal?.revision === revision) return cachedTotal.total
  const newTotal = cachedTotal ? await count() : { revision, total: Number(firstRow['total_rows']) }
  cacheTotal(kysely, list, caller, newTotal)
  return newTotal.total
}

/** The row to read. */
export interface RowRequest {
  /** Id of the row. */
  id: string
  /** Also finds an unpublished row. */
  drafts: boolean
  /** Includes the caller's permissions on the row. */
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

/** What the conversion of rows depends on. */
interface RowShape extends Pick<QueryPlan, 'module' | 'fields'>, Partial<Pick<QueryPlan, 'hasClientRowIds'>> {
  /** Truthy when the rows were read with the columns of the caller's permissions. */
  rights: unknown
}

/** Converts stored rows to wire rows, with the caller's masks. */
export async function toWireRows(
  kysely: Kysely<Tables>,
  { module, fields, rights, hasClientRowIds }: RowShape,
  rows: readonly StoredRow[],
  caller: Caller,
): Promise<WireRow[]> {
  const files = await findFiles(kysely, listFileNos(fields, rows))
  const outputFields = fields.map(([key, field]) => ({ key, field, masked: isMasked(caller, module, key) }))
  return rows.map((row) => {
    const wire: WireRow = {}
    for (const { key, field, masked } of outputFields) {
      const value = decodeField(key, field, row, files)
      wire[key] = masked && value !== null ? maskedValue : value
    }
    if (hasClientRowIds) wire[clientRowIdKey] = row[clientRowIdKey] ?? null
    if (rights) wire['permissions'] = toRowPermissions(module, caller, row)
    return wire
  })
}

/** Number of cached totals per database; the least recently used ones are evicted. */
const maxTotals = 2000

/** The number of rows that a list had at a revision of its module. */
export interface CachedCount {
  revision: number
  total: number
}

const totalsByDatabase = new WeakMap<object, LRUCache<string, CachedCount>>()

/**
 * Finds a cached total. Counting 10,000 rows takes longer than reading a page of them, so totals are cached until the module
 * changes.
 * @param database the connection that the total belongs to
 * @param key the filter of the list, and the caller where the rows depend on them
 */
export function findCachedCount(database: object, key: string): CachedCount | undefined {
  return totalsByDatabase.get(database)?.get(key)
}

/** Caches a total. @param total with the module's revision, read at the same moment or before */
export function cacheCount(database: object, key: string, total: CachedCount): void {
  let totals = totalsByDatabase.get(database)
  if (!totals) totalsByDatabase.set(database, (totals = new LRUCache({ max: maxTotals })))
  totals.set(key, total)
}
