import { PostgresAdapter, type SelectQueryBuilder } from 'kysely'

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
