import { PostgresAdapter, sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Lets one transaction after the other go on that names the same work, in all processes on the database: for what
 * must happen once and is found out by looking. It ends with the transaction. SQLite has one writing transaction at a
 * time anyway.
 */
export async function lockExclusive(trx: Kysely<Tables>, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

/**
 * Goes on beside others that name the same work this way, and waits for one that wants it alone; that one waits for those
 * that were there before it. It ends with the transaction.
 */
export async function lockShared(trx: Kysely<Tables>, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(trx)
}

/**
 * A column that tells whether no other transaction is at the same work just now; then none will be until this one ends.
 * Nobody waits for that, and so nobody holds a connection meanwhile. Whoever is first also goes on {@link lockShared} the
 * others of `beside`. On SQLite others waited before their transaction began.
 */
export function tryLockExclusive(
  trx: Kysely<Tables>,
  name: string,
  beside: string,
): RawBuilder<boolean | number> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return sql`1`
  return sql`case when pg_try_advisory_xact_lock(hashtextextended(${name}, 0))
    then pg_advisory_xact_lock_shared(hashtextextended(${beside}, 0)) is not null else false end`
}

/**
 * Holds the rows of a query until the transaction ends and leaves out those that another one holds. SQLite has one
 * writing transaction at a time anyway.
 */
export function lockSkipLocked<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  executor: { getExecutor(): { adapter: unknown } },
): SelectQueryBuilder<DB, Table, Row> {
  return executor.getExecutor().adapter instanceof PostgresAdapter ? query.forUpdate().skipLocked() : query
}
