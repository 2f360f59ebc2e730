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
import { findTotal, rememberTotal, type Total } from './totals.ts'
import { isMasked, visibleFields } from './visible-fields.ts'

/** Reads a page of rows, and the number of all of them as it was at that moment. */
export async function listRows(
  kysely: Kysely<Tables>,
  plan: QueryPlan,
  caller: Caller,
): Promise<ListData<WireRow>> {
  const { name } = plan.module.definition
  const table = sql.id(name)
  const columns = columnList(plan.fields)
  const rights = plan.rights ? sql`, ${plan.rights}` : sql``
  const revision = sql`select revision from module_revisions where module = ${name}`
  // Rows of records come without a revision of their module.
  const known = plan.module.isRecord ? undefined : findTotal(kysely, totalKey(plan))
  const total = known ? sql`` : sql`, (select count(*) from ${table} where ${plan.where}) as total_rows`
  const { rows } = await sql<StoredRow>`
    select ${columns}, (${revision}) as module_revision${total}${rights} from ${table}
    where ${pageOf(kysely, plan)}`.execute(kysely)
  const items = await toWireRows(kysely, plan, rows, caller)
  return { items, page: plan.page, size: plan.size, total: await totalOf(kysely, plan, rows, known) }
}

function totalKey({ module, rowsKey }: QueryPlan): string {
  return `${module.definition.name} ${rowsKey}`
}

/** The total that came with the page, or that of the revision at which the page was read. */
async function totalOf(
  kysely: Kysely<Tables>,
  plan: QueryPlan,
  rows: readonly StoredRow[],
  known: Total | undefined,
): Promise<number> {
  const [first] = rows
  if (!first) return plan.offset > 0 ? countRows(kysely, plan) : 0
  const revision = Number(first['module_revision'] ?? 0)
  if (known?.revision === revision) return known.total
  const total = known ? await countRows(kysely, plan) : Number(first['total_rows'])
  if (!plan.module.isRecord) rememberTotal(kysely, totalKey(plan), { revision, total })
  return total
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

/** Stored rows in the shape of the wire, masked where the caller sees them masked. */
export async function toWireRows(
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
