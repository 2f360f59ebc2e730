import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import type { StoredRow } from '../field-types/codec.ts'
import { isPersonal } from './access.ts'
import type { ListRequest } from './list-request.ts'
import { selectColumns, type QueryPlan, planQuery } from './query-plan.ts'
import { getCallerId, withId } from './row-query.ts'
import { clientRowIdColumn } from '../schema/client-row-ids.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findModulePermission, getAccessRole } from '../schema/visible-fields.ts'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'
import type { SqlFragment } from '#server/engine/field-types/filter-operators.ts'
import type { Caller, CallerContext } from '#server/http/caller.ts'

/** The result of a count as the database returns it. */
export interface CountResult {
  total: number
  /** The module's revision at the moment of the count; null when no row of it was ever written. */
  revision: number | null
}

/** A list with functions that create its SQL statements for a caller. */
export interface PreparedList extends Pick<
  QueryPlan,
  'module' | 'fields' | 'variesByLanguage' | 'offset' | 'size' | 'hasClientRowIds'
> {
  /** Page number, from 1. */
  pageNo: number
  /** True when the rows include the caller's permissions. */
  rights: boolean
  /** Gets the cache key of the total: equal for lists of the module that select the same rows, in any order and on any page. */
  rowsKey(caller: Caller): string
  /** Creates the statement that reads the page. @param hasTotal also reads the number of all rows */
  page(kysely: Kysely<Tables>, caller: Caller, hasTotal: boolean): CompiledQuery<StoredRow>
  /** Creates the statement that counts all rows. */
  count(kysely: Kysely<Tables>, caller: Caller): CompiledQuery<CountResult>
}

/** Creates a list from one caller's plan; its statements ignore the caller that they are created for. */
export function toPreparedList(plan: QueryPlan): PreparedList {
  return {
    ...toResponseMeta(plan),
    rowsKey: () => plan.rowsKey,
    page: (kysely, _caller, hasTotal) => pageQuery(kysely, plan, hasTotal).compile(kysely),
    count: (kysely) => countQuery(plan).compile(kysely),
  }
}

/** Picks the properties of a plan that shape the response. */
export function toResponseMeta({ page, rights, ...plan }: QueryPlan) {
  const { module, fields, variesByLanguage, offset, size, hasClientRowIds } = plan
  return {
    module,
    fields,
    variesByLanguage,
    offset,
    pageNo: page,
    size,
    hasClientRowIds,
    rights: rights !== undefined,
  }
}

/** Builds the statement that reads a page and the module's revision. @param hasTotal also reads the number of all rows */
export function pageQuery(kysely: Kysely<Tables>, plan: QueryPlan, hasTotal: boolean): RawBuilder<StoredRow> {
  const { name } = plan.module.definition
  const table = sql.id(name)
  const clientRowIdSelect = plan.hasClientRowIds ? sql`, ${sql.id(clientRowIdColumn.name)}` : sql``
  const rights = plan.rights ? sql`, ${plan.rights}` : sql``
  const revision = sql`select revision from module_revisions where module = ${name}`
  const total = hasTotal ? sql`, (select count(*) from ${table} where ${plan.where}) as total_rows` : sql``
  return sql<StoredRow>`
    select ${selectColumns(plan.fields)}${clientRowIdSelect}, (${revision}) as module_revision${total}${rights} from ${table}
    where ${toPageCondition(kysely, plan)}`
}

/** Builds the statement that counts all rows of a list, with the module's revision. */
export function countQuery({ module, where }: QueryPlan): RawBuilder<CountResult> {
  const { name } = module.definition
  const revision = sql`select revision from module_revisions where module = ${name}`
  return sql<CountResult>`select count(*) as total, (${revision}) as revision from ${sql.id(name)} where ${where}`
}

/**
 * Builds the condition and order of a page. PostgreSQL reads every row that it skips, with its long texts, so there a
 * subquery finds the ids of the page first, from an index. SQLite skips rows without reading them.
 */
function toPageCondition(
  kysely: Kysely<Tables>,
  { module, where, orderBy, limit, offset }: QueryPlan,
): SqlFragment {
  const page = sql`${where} order by ${orderBy} limit ${limit} offset ${offset}`
  if (offset === 0 || !isPostgres(moduleTables(kysely))) return page
  const { name } = module.definition
  const id = sql.ref(`${name}.id`)
  return sql`${id} in (select ${id} from ${sql.id(name)} where ${page}) order by ${orderBy}`
}

/** Number of lists whose statements are cached; the least recently used ones are evicted. */
const maxLists = 300
/** Requests with longer keys are rarely repeated, so their lists are not cached. */
const maxKeyCharacters = 1000

/** The list of a request that was made before. */
interface CachedList {
  /** Detects another module with the same name, as tests of one process have. */
  module: ServerModule
  /** Undefined after the first request: only a repeated one is worth preparing. */
  list: PreparedList | undefined
}

const recentLists = new LRUCache<string, CachedList>({ max: maxLists })

/** A list request with its cache key. */
export interface KeyedListRequest {
  request: ListRequest
  /** The request as text. */
  key: string
}

/**
 * Gets the list of a request for a caller. From the second request on, callers with the same access role share prepared
 * statements, in which the caller's id is a parameter.
 * @throws HttpError as `planQuery` does
 */
export function getPreparedList(
  kysely: Kysely<Tables>,
  module: ServerModule,
  { caller, locale }: CallerContext,
  { request, key: requestKey }: KeyedListRequest,
): PreparedList {
  const key = `${module.definition.name} ${caller.kind} ${getAccessRole(caller, module)} ${locale} ${requestKey}`
  const cached = recentLists.get(key)
  const isRepeated = cached?.module === module
  let list = isRepeated ? cached.list : undefined
  if (!list) {
    const planFor = (executor: Kysely<Tables>, reader: Caller) =>
      planQuery(moduleTables(executor), module, { caller: reader, locale }, request)
    list = isRepeated
      ? prepareList(kysely, caller, planFor, request)
      : toPreparedList(planFor(kysely, caller))
  }
  if (key.length <= maxKeyCharacters) recentLists.set(key, { module, list: isRepeated ? list : undefined })
  return list
}

/** Plans the request of a list for a caller. */
type PlanFor = (kysely: Kysely<Tables>, caller: Caller) => QueryPlan

/** Creates a list whose statements are prepared once and serve every caller with the access role of this one. */
function prepareList(
  kysely: Kysely<Tables>,
  caller: Caller,
  planFor: PlanFor,
  request: Pick<ListRequest, 'drafts' | 'own'>,
): PreparedList {
  // Planned for a user with an empty id: only properties that callers with the same role share are read from this plan.
  const { rowsKey, ...plan } = planFor(kysely, withId(caller, ''))
  const dependsOnCaller = isPersonal(findModulePermission(caller, plan.module), request)
  const preparePage = (hasTotal: boolean) =>
    prepareQuery(
      (executor, { callerId }: { callerId: string }) =>
        pageQuery(executor, planFor(executor, withId(caller, callerId)), hasTotal).compile(executor),
      unnamed,
    )
  const pages = { withTotal: preparePage(true), withoutTotal: preparePage(false) }
  const count = prepareQuery(
    (executor, { callerId }: { callerId: string }) =>
      countQuery(planFor(executor, withId(caller, callerId))).compile(executor),
    unnamed,
  )
  return {
    ...toResponseMeta({ ...plan, rowsKey }),
    rowsKey: (reader) => (dependsOnCaller ? `${rowsKey} ${getCallerId(reader)}` : rowsKey),
    page: (executor, reader, hasTotal) =>
      pages[hasTotal ? 'withTotal' : 'withoutTotal'].with(executor, { callerId: getCallerId(reader) }),
    count: (executor, reader) => count.with(executor, { callerId: getCallerId(reader) }),
  }
}

/** Options of statements without a name, which PostgreSQL plans for the actual values: the best plan depends on how many rows match. */
const unnamed = { isNamed: false }
