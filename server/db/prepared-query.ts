/**
 * Prepared and batched statements: the only place that saves work by reusing the text of SQL.
 *
 * **Why.** A form needs about ten statements. Building one with Kysely can take longer than SQLite needs to run it. On
 * PostgreSQL each statement is also parsed and planned by the server, and each makes a round trip.
 *
 * **How.**
 * 1. `prepareQuery` builds a query once per database, with a `Placeholder` object in the place of each value. Kysely
 *    collects the placeholders as parameters, and each run replaces them with the values of the caller.
 * 2. A statement whose best plan does not depend on its values gets a name (`registerStatementName`). The PostgreSQL driver
 *    sends it under this name, so that each connection parses and plans it once. SQLite needs no name: its driver caches
 *    every compiled statement by its text (`sqlite/driver.ts`).
 * 3. `runBatch` sends independent writes to PostgreSQL as one statement: `with part_0 as (insert …) insert …`. `queryBatch`
 *    does the same for independent reads, whose rows come back as JSON. On SQLite a statement makes no round trip, so both
 *    run one after the other.
 * 4. `insertMany` writes up to 30,000 parameters in one statement, whose text it builds itself: Kysely needs seconds for
 *    thousands of rows.
 *
 * **What it gains.** Processor time of server and database that a request needs more without it. Medians of 9 to 11
 * pairs on two busy cores, 16 requests at a time, Node 24, a table of 10,000 rows ("key": with an `Idempotency-Key`):
 *
 * | Without                     | Request               | SQLite       | PostgreSQL |
 * | --------------------------- | --------------------- | ------------ | ---------- |
 * | `prepareQuery`              | form with a key       | 3 to 21 %    | 3 %        |
 * | `prepareQuery` of a row     | one row               | 48 %         | 23 %       |
 * | `getPreparedList`           | page of a list        | 32 %         | none       |
 * | statement names             | form with a key       | not used     | 23 %       |
 * | `runBatch`                  | form with a key       | not used     | 5 %        |
 * | `bumpModuleRevisionOnCommit`      | form with a key       | not used     | 23 %       |
 * | cache of the SQLite driver  | form, list, one row   | 8, 16, 65 %  | not used   |
 *
 * Writing inserts and updates of one row as text gained nothing (-0.1 and -0.6 %) and was dropped, as was preparing the
 * statement of `bumpRevision`.
 *
 * **When not to use it.**
 * - The text depends on the values: an optional filter, a list of variable length, a value that is compared with null.
 *   A placeholder is always a parameter, and `build` must not look at it.
 * - The query runs rarely, or is written with the `sql` template: such a text costs next to nothing to build.
 * - The best plan depends on the values, as for lists: prepare it with `isNamed: false`, because PostgreSQL would use one
 *   plan for all of them. There are at most 300 names per process, since connections never forget a prepared statement.
 * - The statements of a batch depend on each other: parts of a `with` all see the database as it was before.
 */
import { CompiledQuery, type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Tables } from './tables.ts'
import { isPostgres, moduleTables } from './module-tables.ts'

/** Takes the place of a value in a prepared query; `name` is the value's name. */
class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Passed to `build` in place of the values: each of its properties is a placeholder with that name. */
const placeholders: object = new Proxy({}, { get: (_target, name) => new Placeholder(name) })

/** A query whose text is always the same; only its parameters differ. */
export interface PreparedQuery<Values, Row> {
  /** Returns the query with its values, to run alone or in a batch, on the database of `kysely`. */
  with(kysely: Kysely<Tables>, values: Values): CompiledQuery<Row>
  /** Runs the query with its values. */
  run(kysely: Kysely<Tables>, values: Values): Promise<Row[]>
}

/**
 * Prepares a query: it is built at its first run on each database and reused afterwards.
 * @param build builds the query. Each of its `values` is a placeholder, which may be used as an SQL parameter only
 * @param options `isNamed`: PostgreSQL uses one plan for all values
 */
export function prepareQuery<Values extends object, Row = unknown>(
  build: (kysely: Kysely<Tables>, values: Values) => CompiledQuery<Row>,
  { isNamed } = { isNamed: true },
): PreparedQuery<Values, Row> {
  // By Kysely's adapter, which a database and its transactions share.
  const queriesByAdapter = new WeakMap<object, CompiledQuery<Row>>()
  const compile = (kysely: Kysely<Tables>): CompiledQuery<Row> => {
    const { adapter } = kysely.getExecutor()
    let query = queriesByAdapter.get(adapter)
    if (!query) {
      // For the type checker a placeholder is a value; `build` may only pass it on as a parameter.
      query = build(kysely, placeholders as Values)
      if (isNamed) registerStatementName(query.sql)
      queriesByAdapter.set(adapter, query)
    }
    return query
  }
  const withValues = (kysely: Kysely<Tables>, values: Values): CompiledQuery<Row> => {
    const query = compile(kysely)
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    return { ...query, parameters }
  }
  return {
    with: withValues,
    run: async (kysely, values) => (await kysely.executeQuery(withValues(kysely, values))).rows,
  }
}

/** Values of a row by column. */
type Row = Readonly<Record<string, unknown>>

/** Builds the insert of one row. The statement has a name. @param row values as the database stores them */
export function buildInsert(trx: Kysely<Tables>, table: string, row: Row): CompiledQuery {
  const query = moduleTables(trx).insertInto(table).values(row).compile()
  registerStatementName(query.sql)
  return query
}

/**
 * Builds the update of the row with an id, which raises its version by one. The statement has no name, because its columns
 * differ from update to update.
 * @param row new values as the database stores them
 */
export function buildUpdate(trx: Kysely<Tables>, table: string, id: string, row: Row): CompiledQuery {
  return moduleTables(trx)
    .updateTable(table)
    .set({ ...row, version: sql`version + 1` })
    .where('id', '=', id)
    .compile()
}

/** Limit of parameters in one statement, which both databases accept: SQLite allows 32,766, PostgreSQL 65,535. */
const maxParameters = 30_000

/** A table and the columns that an insert fills. */
export interface InsertTarget {
  table: string
  columns: readonly string[]
  /** Columns to overwrite when a row with the same `id` exists; without any, such a row is an error. */
  overwritten?: readonly string[]
  /** Columns that grow by one in a row that exists. */
  incremented?: readonly string[]
}

/**
 * Inserts many rows with few statements.
 * @param rows values in the order of the columns, as the database stores them
 */
export async function insertMany(
  trx: Kysely<Tables>,
  target: InsertTarget,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  for (const statement of buildInserts(trx, target, rows)) await trx.executeQuery(statement)
}

/** Builds the statements of {@link insertMany}. Those of one row have a name. */
export function buildInserts(
  trx: Kysely<Tables>,
  target: InsertTarget,
  rows: readonly (readonly unknown[])[],
): CompiledQuery[] {
  const batchRows = Math.max(1, Math.floor(maxParameters / target.columns.length))
  const hasNumberedParameters = isPostgres(moduleTables(trx))
  const statements: CompiledQuery[] = []
  for (let from = 0; from < rows.length; from += batchRows) {
    const batch = rows.slice(from, from + batchRows)
    const text = buildInsertSql(target, { rows: batch.length, hasNumberedParameters })
    if (batch.length === 1) registerStatementName(text)
    statements.push(CompiledQuery.raw(text, batch.flat()))
  }
  return statements
}

/** What the text of an insert depends on besides its target. */
interface InsertSqlOptions {
  /** Number of rows. */
  rows: number
  /** True when parameters are numbered (`$1`), as on PostgreSQL. */
  hasNumberedParameters: boolean
}

/** Builds the statement that inserts a number of rows. */
function buildInsertSql(
  { table, columns, overwritten = [], incremented = [] }: InsertTarget,
  { rows, hasNumberedParameters }: InsertSqlOptions,
): string {
  const formatRow = (index: number) =>
    `(${columns.map((_, at) => (hasNumberedParameters ? `$${index * columns.length + at + 1}` : '?')).join(', ')})`
  const values = Array.from({ length: rows }, (_, index) => formatRow(index)).join(', ')
  const columnList = columns.map(quoteIdentifier).join(', ')
  const assignments = [
    ...overwritten.map((name) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`),
    ...incremented.map(
      (name) => `${quoteIdentifier(name)} = ${quoteIdentifier(table)}.${quoteIdentifier(name)} + 1`,
    ),
  ].join(', ')
  return `insert into ${quoteIdentifier(table)} (${columnList}) values ${values}${assignments && ` on conflict ("id") do update set ${assignments}`}`
}

/** Quotes a name of a definition; `checkModules` has validated it at the start. */
function quoteIdentifier(name: string): string {
  return `"${name}"`
}

/** Runs writes to different tables that do not depend on each other; on PostgreSQL as one statement. */
export async function runBatch(
  trx: Kysely<Tables>,
  queries: readonly [CompiledQuery, ...CompiledQuery[]],
): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter) await trx.executeQuery(joinWrites(queries))
  else for (const query of queries) await trx.executeQuery(query)
}

/**
 * Runs queries that do not depend on each other; on PostgreSQL as one statement, which returns the rows as JSON. So columns
 * must hold text, numbers or booleans.
 * @param options `isNamed`: PostgreSQL uses one plan for all values
 * @returns the rows of each query
 */
export async function queryBatch<Row>(
  kysely: Kysely<Tables>,
  queries: readonly CompiledQuery<Row>[],
  { isNamed } = { isNamed: false },
): Promise<Row[][]> {
  if (queries.length === 0) return []
  if (!(kysely.getExecutor().adapter instanceof PostgresAdapter))
    return Promise.all(queries.map(async (query) => (await kysely.executeQuery(query)).rows))
  const { texts, parameters } = renumberParameters(queries)
  const subqueries = texts.map(
    (text, index) =>
      `(select coalesce(json_agg(row_to_json(one)), '[]') from (${text}) as one) as part_${index}`,
  )
  const text = `select ${subqueries.join(', ')}`
  if (isNamed) registerStatementName(text)
  const query = CompiledQuery.raw(text, parameters)
  const { rows } = await kysely.executeQuery<Record<string, Row[]>>(query)
  return queries.map((_query, index) => rows[0]?.[`part_${index}`] ?? [])
}

/** Renumbers the parameters (`$1`) of several statements consecutively, so that their texts can be one statement. */
function renumberParameters(queries: readonly CompiledQuery[]): { texts: string[]; parameters: unknown[] } {
  const texts: string[] = []
  const parameters: unknown[] = []
  for (const query of queries) {
    const offset = parameters.length
    texts.push(query.sql.replaceAll(/\$(\d+)/g, (_match, no: string) => `$${Number(no) + offset}`))
    parameters.push(...query.parameters)
  }
  return { texts, parameters }
}

/** Joins writes: all but the last become parts of `with`, each of which PostgreSQL runs exactly once. */
function joinWrites(queries: readonly CompiledQuery[]): CompiledQuery {
  const { texts, parameters } = renumberParameters(queries)
  const lastText = texts.pop() ?? ''
  const expressions = texts.map((text, index) => `part_${index} as (${text})`)
  const text = expressions.length > 0 ? `with ${expressions.join(', ')} ${lastText}` : lastText
  // One text without a name differs from call to call, and so does the joined text.
  if (queries.every(({ sql }) => findStatementName(sql) !== undefined)) registerStatementName(text)
  return CompiledQuery.raw(text, parameters)
}

/** A PostgreSQL connection stores its prepared statements until it closes, so their number is limited. */
const maxStatementNames = 300

/** Names by the text of the statement. */
const statementNames = new Map<string, string>()

/**
 * Gives a statement a name, under which each PostgreSQL connection parses and plans it once. Above the limit a statement
 * gets none and is sent as text.
 */
function registerStatementName(text: string): void {
  if (statementNames.size < maxStatementNames && !statementNames.has(text))
    // Statement names belong to a connection, and connections to this process, so other processes may use the same ones.
    statementNames.set(text, `kept_${statementNames.size}`)
}

/** Finds the name of a statement; undefined for one without a name, which is sent as text. */
export function findStatementName(text: string): string | undefined {
  return statementNames.get(text)
}
