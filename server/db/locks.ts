import { PostgresAdapter, sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Takes an exclusive advisory lock on a name until the transaction ends, among all processes that use the database. Without
 * it, two transactions could both check that a row is missing and both insert it. No-op on SQLite, which has one writing
 * transaction at a time.
 */
export async function lockExclusive(trx: Kysely<Tables>, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

/** Takes a shared advisory lock on a name until the transaction ends; it excludes exclusive locks only. No-op on SQLite. */
export async function lockShared(trx: Kysely<Tables>, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(trx)
}

/**
 * Builds a column that tries to take the exclusive lock on `name` and is true on success. It does not wait for the lock, so
 * that a rejected request occupies no connection. On success it also takes the shared lock on `sharedName`, for which it
 * may wait: both in one round trip. Always true on SQLite.
 * @param name what only one request may do at a time: a call with one idempotency key
 * @param sharedName what many requests do at a time, unless one locks it exclusively: writes of a module during no import
 */
export function tryLockExclusive(
  trx: Kysely<Tables>,
  name: string,
  sharedName: string,
): RawBuilder<boolean | number> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return sql`1`
  // The function of the shared lock returns void, which counts as not null.
  return sql`case when pg_try_advisory_xact_lock(hashtextextended(${name}, 0))
    then pg_advisory_xact_lock_shared(hashtextextended(${sharedName}, 0)) is not null else false end`
}

/**
 * Locks the rows of a query until the transaction ends and skips rows locked by others. No-op on SQLite.
 * @param executor the transaction that runs the query
 */
export function lockSkipLocked<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  executor: { getExecutor(): { adapter: unknown } },
): SelectQueryBuilder<DB, Table, Row> {
  return executor.getExecutor().adapter instanceof PostgresAdapter ? query.forUpdate().skipLocked() : query
}
