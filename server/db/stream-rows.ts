import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { isPostgres, moduleTables, type ModuleTables } from '#server/db/module-tables.ts'
import type { TableColumn, TableInfo } from './introspection.ts'
import type { Tables } from './tables.ts'

/** Rows per fetch: few enough to be freed by the garbage collector's fast young generation (decision 161). */
const rowsPerFetch = 20

/** A row by column, with values as the driver returns them. */
type Row = Readonly<Record<string, unknown>>

/**
 * Reads a table of any size row by row. The order is by id, in tables without one by all columns, texts by code points: the
 * same on both databases.
 * @param trx a transaction: PostgreSQL's cursors live in one
 */
export function streamRows(trx: Kysely<Tables>, table: TableInfo): AsyncGenerator<Row> {
  return streamQuery(trx, selectAll(moduleTables(trx), table))
}

/**
 * Streams the rows of a query. Between two rows the transaction can run other queries.
 * @param trx a transaction in which no other stream is open
 */
export async function* streamQuery(
  trx: Kysely<Tables>,
  query: SelectQueryBuilder<ModuleTables, string, Row>,
): AsyncGenerator<Row> {
  if (!isPostgres(moduleTables(trx))) {
    // Kysely would reserve the transaction's connection for the stream, so that another query in the loop would wait forever.
    const connection = await trx.getExecutor().provideConnection(async (unreserved) => unreserved)
    // This driver ignores the number of rows per chunk: it yields one row at a time.
    for await (const { rows } of connection.streamQuery<Row>(query.compile(), 1)) yield* rows
    return
  }
  await sql`declare streamed_rows no scroll cursor for ${query}`.execute(trx)
  const fetch = sql<Row>`fetch ${sql.lit(rowsPerFetch)} from streamed_rows`
  for (let fetched = await fetch.execute(trx); fetched.rows.length > 0; fetched = await fetch.execute(trx))
    yield* fetched.rows
  await sql`close streamed_rows`.execute(trx)
}

function selectAll(tables: Kysely<ModuleTables>, { name, columns }: TableInfo) {
  const idColumns = columns.filter((column) => column.name === 'id')
  let query = tables.selectFrom(name).select(columns.map((column) => column.name))
  for (const column of idColumns.length > 0 ? idColumns : columns)
    query = query.orderBy(orderByColumn(tables, column))
  return query
}

/** Builds an order that both databases share: their defaults differ in the collation of texts and in the place of nulls. */
function orderByColumn(tables: Kysely<ModuleTables>, { name, kind }: TableColumn): RawBuilder<unknown> {
  const collation = kind === 'text' && isPostgres(tables) ? sql` collate "C"` : sql``
  return sql`${sql.ref(name)}${collation} asc nulls first`
}
