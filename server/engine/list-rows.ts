import { sql, type Kysely } from 'kysely'
import type { ListData } from '#contract/envelope.ts'
import { maskedValue } from '#contract/row.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Tables } from '#server/db/client.ts'
import { findFiles } from '#server/files/find-files.ts'
import { decodeField, fileNosIn, type StoredRow, type WireRow } from './codec.ts'
import type { Condition } from './filter-sql.ts'
import { isPostgres, moduleTables } from './module-tables.ts'
import { columnList, shownRows, type QueryPlan } from './query-plan.ts'
import { rightsColumns, rightsOf } from './row-rights.ts'
import type { ServerModule } from './server-module.ts'
import { rememberedTotal } from './totals.ts'
import { isMasked, visibleFields } from './visible-fields.ts'

/** Reads a page of rows, and the number of all of them as it was at that moment. */
export async function listRows(
  kysely: Kysely<Tables>,
  plan: QueryPlan,
  caller: Caller,
): Promise<ListData<WireRow>> {
  const table = sql.id(plan.module.definition.name)
  const columns = columnList(plan.fields)
  const revision = sql`select revision from module_revisions where module = ${plan.module.definition.name}`
  const rights = plan.rights ? sql`, ${plan.rights}` : sql``
  const { rows } =
    await sql<StoredRow>`select ${columns}, (${revision}) as module_revision${rights} from ${table}
    where ${pageOf(kysely, plan)}`.execute(kysely)
  const items = await toWireRows(kysely, plan, rows, caller)
  const total = await totalOf(kysely, plan, rows)
  return { items, page: plan.page, size: plan.size, total }
}

/** A page that is not full ends the list; else the rows are counted once for each revision of the module. */
async function totalOf(kysely: Kysely<Tables>, plan: QueryPlan, rows: readonly StoredRow[]): Promise<number> {
  const { offset, limit, module, rowsKey } = plan
  if (rows.length < limit && (rows.length > 0 || offset === 0)) return offset + rows.length
  const revision = Number(rows[0]?.['module_revision'] ?? 0)
  const count = () => countRows(kysely, plan)
  // Rows of records come without a revision of their module.
  if (module.isRecord || rows.length === 0) return count()
  return rememberedTotal(kysely, `${module.definition.name} ${rowsKey}`, revision, count)
}

/**
 * The rows of the page, in order. PostgreSQL reads every row that it steps over, texts and all; there the page's ids are
 * found first, which an index holds. SQLite steps over rows by itself without reading them.
 */
function pageOf(kysely: Kysely<Tables>, { module, where, orderBy, limit, offset }: QueryPlan): Condition {
  const page = sql`${where} order by ${orderBy} limit ${limit} offset ${offset}`
  if (offset === 0 || !isPostgres(moduleTables(kysely))) return page
  const { name } = module.definition
  const id = sql.ref(`${name}.id`)
  return sql`${id} in (select ${id} from ${sql.id(name)} where ${page}) order by ${orderBy}`
}

/** Finds one row that the caller sees, with the fields of the surface `detail`. */
export async function findRow(
  kysely: Kysely<Tables>,
  module: ServerModule,
  caller: Caller,
  id: string,
  { drafts, withRights = false }: { drafts: boolean; withRights?: boolean },
): Promise<WireRow | undefined> {
  const tables = moduleTables(kysely)
  const { name } = module.definition
  const fields = [...visibleFields(caller, module, 'output')].filter(
    ([key, field]) => key === 'version' || field.surfaces.detail,
  )
  const shown = shownRows(tables, module, caller, drafts)
  const columns = columnList(fields)
  const rights = withRights ? rightsColumns(tables, module, caller) : undefined
  const { rows } =
    await sql<StoredRow>`select ${columns}${rights ? sql`, ${rights}` : sql``} from ${sql.id(name)}
    where ${sql.ref(`${name}.id`)} = ${id} and ${shown}`.execute(kysely)
  const [row] = await toWireRows(kysely, { module, fields, rights }, rows, caller)
  return row
}

async function countRows(kysely: Kysely<Tables>, plan: QueryPlan): Promise<number> {
  const table = sql.id(plan.module.definition.name)
  const { rows } = await sql<{
    total: number | string
  }>`select count(*) as total from ${table} where ${plan.where}`.execute(kysely)
  return Number(rows[0]?.total ?? 0)
}

async function toWireRows(
  kysely: Kysely<Tables>,
  { module, fields, rights }: Pick<QueryPlan, 'module' | 'fields' | 'rights'>,
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
    if (rights) wire['permissions'] = rightsOf(module, caller, row)
    return wire
  })
}
