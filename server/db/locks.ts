import { PostgresAdapter, sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Takes a lock on a name until the transaction ends, exclusive among all processes on the database. Without it, two
 * transactions could both check that a row is missing and both insert it. SQLite has one writing transaction at a time.
 */
export async function lockExclusive(trx: Kysely<Tables>, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

/** Takes a shared lock on a name until the transaction ends; it waits for an exclusive holder, and such a one for it. */
export async function lockShared(trx: Kysely<Tables>, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(trx)
}

/**
 * Builds a column that is true when the transaction got the exclusive lock on a name. It does not wait, so a waiting request
 * occupies no connection. The holder also takes the shared lock on `beside`. Always true on SQLite.
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

/** Locks the rows of a query until the transaction ends and skips rows locked by others. No-op on SQLite. */
export function lockSkipLocked<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  executor: { getExecutor(): { adapter: unknown } },
): SelectQueryBuilder<DB, Table, Row> {
  return executor.getExecutor().adapter instanceof PostgresAdapter ? query.forUpdate().skipLocked() : query
}
