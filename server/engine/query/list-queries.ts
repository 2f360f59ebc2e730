import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { clientRowIdColumn } from '../schema/client-row-ids.ts'
import type { StoredRow } from '../field-types/codec.ts'
import type { SqlCondition } from './filter-sql.ts'
import { isPostgres, moduleTables } from '../../db/module-tables.ts'
import { selectColumns, type QueryPlan } from './query-plan.ts'

/** What a count answers. */
export interface CountResult {
  total: number | string
  /** The module's revision at that moment. */
  revision: number | null
}

/** A list that is ready to be read. */
export interface PreparedList extends Pick<
  QueryPlan,
  'module' | 'fields' | 'variesByLanguage' | 'offset' | 'size' | 'hasClientRowIds'
> {
  /** Number of the page, from 1. */
  pageNo: number
  /** True when the rows come with what the caller may do with them. */
  rights: boolean
  /** Equal for lists of the module that ask for the same rows, in whatever order and part. */
  rowsKey(caller: Caller): string
  page(kysely: Kysely<Tables>, caller: Caller, hasTotal: boolean): CompiledQuery<StoredRow>
  count(kysely: Kysely<Tables>, caller: Caller): CompiledQuery<CountResult>
}

/** A plan of one caller, as a list to read. */
export function toPreparedList(plan: QueryPlan): PreparedList {
  return {
    ...toResponseMeta(plan),
    rowsKey: () => plan.rowsKey,
    page: (kysely, _caller, hasTotal) => pageQuery(kysely, plan, hasTotal).compile(kysely),
    count: (kysely) => countQuery(plan).compile(kysely),
  }
}

/** What of a plan tells of its answer. */
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

/** The rows of a page with the module's revision. @param hasTotal with the number of all rows too */
export function pageQuery(kysely: Kysely<Tables>, plan: QueryPlan, hasTotal: boolean): RawBuilder<StoredRow> {
  const { name } = plan.module.definition
  const table = sql.id(name)
  const own = plan.hasClientRowIds ? sql`, ${sql.id(clientRowIdColumn.name)}` : sql``
  const rights = plan.rights ? sql`, ${plan.rights}` : sql``
  const revision = sql`select revision from module_revisions where module = ${name}`
  const total = hasTotal ? sql`, (select count(*) from ${table} where ${plan.where}) as total_rows` : sql``
  return sql<StoredRow>`
    select ${selectColumns(plan.fields)}${own}, (${revision}) as module_revision${total}${rights} from ${table}
    where ${pageOf(kysely, plan)}`
}

/** The number of all rows of a list, with the module's revision. */
export function countQuery({ module, where }: QueryPlan): RawBuilder<CountResult> {
  const { name } = module.definition
  const revision = sql`select revision from module_revisions where module = ${name}`
  return sql<CountResult>`select count(*) as total, (${revision}) as revision from ${sql.id(name)} where ${where}`
}

/**
 * The rows of the page, in order. PostgreSQL reads every row that it steps over, texts and all; there the page's ids are
 * found first, which an index holds. SQLite steps over rows by itself without reading them.
 */
function pageOf(kysely: Kysely<Tables>, { module, where, orderBy, limit, offset }: QueryPlan): SqlCondition {
  const page = sql`${where} order by ${orderBy} limit ${limit} offset ${offset}`
  if (offset === 0 || !isPostgres(moduleTables(kysely))) return page
  const { name } = module.definition
  const id = sql.ref(`${name}.id`)
  return sql`${id} in (select ${id} from ${sql.id(name)} where ${page}) order by ${orderBy}`
}
