import { CompiledQuery, type Kysely, PostgresAdapter } from 'kysely'
import type { Tables } from './tables.ts'
import { isPostgres, moduleTables } from '#server/db/module-tables.ts'

/** Stands in a kept query where a value will be. */
class Slot {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Has a slot for every name. */
const slots: object = new Proxy({}, { get: (_target, name) => new Slot(name) })

/** A query whose words are always the same: putting it into words takes longer than asking it. */
export interface PreparedQuery<Values, Row> {
  /** The query with its values, on the database of a connection or transaction. */
  with(kysely: Kysely<Tables>, values: Values): CompiledQuery<Row>
  /** Asks it. */
  run(kysely: Kysely<Tables>, values: Values): Promise<Row[]>
}

/**
 * Keeps a query in the words of each database that it is asked on.
 * @param build makes it, with what stands for each of the values; these are nothing but parameters
 * @param options whether PostgreSQL keeps a plan of it that fits all values
 */
export function prepareQuery<Values extends object, Row = unknown>(
  build: (kysely: Kysely<Tables>, values: Values) => CompiledQuery<Row>,
  { isNamed } = { isNamed: true },
): PreparedQuery<Values, Row> {
  /** By the adapter, which a database and its transactions share. */
  const built = new WeakMap<object, CompiledQuery<Row>>()
  const compile = (kysely: Kysely<Tables>): CompiledQuery<Row> => {
    const { adapter } = kysely.getExecutor()
    let query = built.get(adapter)
    if (!query) {
      query = build(kysely, slots as Values)
      if (isNamed) registerStatementName(query.sql)
      built.set(adapter, query)
    }
    return query
  }
  const withValues = (kysely: Kysely<Tables>, values: Values): CompiledQuery<Row> => {
    const query = compile(kysely)
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? values[value.name as keyof Values] : value,
    )
    return { ...query, parameters }
  }
  return {
    with: withValues,
    run: async (kysely, values) => (await kysely.executeQuery(withValues(kysely, values))).rows,
  }
}

type Row = Readonly<Record<string, unknown>>

/** The insert of one row. Its words are the same for the same columns. @param row values as the database holds them */
export function insertOne(trx: Kysely<Tables>, table: string, row: Row): CompiledQuery {
  const hasNumbers = isPostgres(moduleTables(trx))
  const text = buildInsertSql({ table, columns: Object.keys(row) }, { rows: 1, hasNumbers })
  registerStatementName(text)
  return CompiledQuery.raw(text, Object.values(row))
}

/** The update of the row with an id. */
export function updateOne(trx: Kysely<Tables>, table: string, id: string, row: Row): CompiledQuery {
  const hasNumbers = isPostgres(moduleTables(trx))
  const slot = (index: number) => (hasNumbers ? `$${index + 1}` : '?')
  const columns = Object.keys(row)
  const set = columns.map((name, index) => `${quoteIdentifier(name)} = ${slot(index)}`).join(', ')
  const text = `update ${quoteIdentifier(table)} set ${set} where "id" = ${slot(columns.length)}`
  return CompiledQuery.raw(text, [...Object.values(row), id])
}

/** Parameters that both databases take in one statement: SQLite 32,766, PostgreSQL 65,535. */
const maxParameters = 30_000

/** A table and those of its columns that an insert fills. */
export interface InsertTarget {
  table: string
  columns: readonly string[]
  /** Columns that a row gets which is there already, found by `id`; without them it is an error. */
  overwritten?: readonly string[]
}

/**
 * Writes many rows of a table with few statements, whose text is the same for the same number of rows: thousands of rows
 * would keep the query builder busy for seconds.
 * @param rows values in the order of the columns, as the database holds them
 */
export async function insertMany(
  trx: Kysely<Tables>,
  target: InsertTarget,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const atOnce = Math.max(1, Math.floor(maxParameters / target.columns.length))
  const hasNumbers = isPostgres(moduleTables(trx))
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce)
    const text = buildInsertSql(target, { rows: part.length, hasNumbers })
    await trx.executeQuery(CompiledQuery.raw(text, part.flat()))
  }
}

interface InsertTextOptions {
  /** Number of rows. */
  rows: number
  /** True when parameters have numbers, as on PostgreSQL. */
  hasNumbers: boolean
}

/** The statement that inserts a number of rows. */
export function buildInsertSql(
  { table, columns, overwritten = [] }: InsertTarget,
  { rows, hasNumbers }: InsertTextOptions,
): string {
  const row = (index: number) =>
    `(${columns.map((_, at) => (hasNumbers ? `$${index * columns.length + at + 1}` : '?')).join(', ')})`
  const values = Array.from({ length: rows }, (_, index) => row(index)).join(', ')
  const list = columns.map(quoteIdentifier).join(', ')
  const set = overwritten
    .map((name) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`)
    .join(', ')
  return `insert into ${quoteIdentifier(table)} (${list}) values ${values}${set && ` on conflict ("id") do update set ${set}`}`
}

/** Names come from definitions, which `checkModules` has looked at. */
export function quoteIdentifier(name: string): string {
  return `"${name}"`
}

/**
 * Runs writes of different tables that need nothing of each other: on PostgreSQL as one statement, for each takes its
 * way there and back; on SQLite one after the other.
 */
export async function runBatch(
  trx: Kysely<Tables>,
  queries: readonly [CompiledQuery, ...CompiledQuery[]],
): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter) await trx.executeQuery(join(queries))
  else for (const query of queries) await trx.executeQuery(query)
}

/**
 * Rows of several questions that need nothing of each other: on PostgreSQL one statement asks them all, whose answers come
 * as JSON, so columns must hold what JSON tells apart: text, numbers, booleans. On SQLite a question has no way to go.
 * @param options whether PostgreSQL keeps a plan that fits all values; few statements may have one
 */
export async function queryBatch<Row>(
  kysely: Kysely<Tables>,
  queries: readonly CompiledQuery<Row>[],
  { isNamed } = { isNamed: false },
): Promise<Row[][]> {
  if (queries.length === 0) return []
  if (!(kysely.getExecutor().adapter instanceof PostgresAdapter))
    return Promise.all(queries.map(async (query) => (await kysely.executeQuery(query)).rows))
  const { texts, parameters } = numbered(queries)
  const parts = texts.map(
    (text, index) =>
      `(select coalesce(json_agg(row_to_json(one)), '[]') from (${text}) as one) as part_${index}`,
  )
  const text = `select ${parts.join(', ')}`
  if (isNamed) registerStatementName(text)
  const asked = CompiledQuery.raw(text, parameters)
  const { rows } = await kysely.executeQuery<Record<string, Row[]>>(asked)
  return queries.map((_query, index) => rows[0]?.[`part_${index}`] ?? [])
}

/** The texts of statements with their parameters counted on from one to the next, as parts of one statement. */
function numbered(queries: readonly CompiledQuery[]): { texts: string[]; parameters: unknown[] } {
  const texts: string[] = []
  const parameters: unknown[] = []
  for (const query of queries) {
    const before = parameters.length
    texts.push(query.sql.replaceAll(/\$(\d+)/g, (_slot, no: string) => `$${Number(no) + before}`))
    parameters.push(...query.parameters)
  }
  return { texts, parameters }
}

/** All but the last stand in `with`, where PostgreSQL runs each of them once, asked for or not. */
function join(queries: readonly CompiledQuery[]): CompiledQuery {
  const { texts, parameters } = numbered(queries)
  const last = texts.pop() ?? ''
  const parts = texts.map((text, index) => `part_${index} as (${text})`)
  const text = parts.length > 0 ? `with ${parts.join(', ')} ${last}` : last
  if (queries.every(({ sql }) => findStatementName(sql) !== undefined)) registerStatementName(text)
  return CompiledQuery.raw(text, parameters)
}

/** Most statements with a name: each connection of PostgreSQL keeps what it has prepared for as long as it is open. */
const maxNames = 300

const names = new Map<string, string>()

/**
 * Gives a statement a name, by which PostgreSQL reads and plans it once for each connection. For statements that are
 * the same for every value: a list is planned for the values that it asks for.
 */
export function registerStatementName(text: string): void {
  if (names.size < maxNames && !names.has(text)) names.set(text, `kept_${names.size}`)
}

/** The name of a statement; undefined when it has none. */
export function findStatementName(text: string): string | undefined {
  return names.get(text)
}
