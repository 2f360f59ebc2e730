import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely'
import { NodeSqliteDriver } from './driver.ts'

/**
 * What our driver can do beyond Kysely's own: one connection reads while the other writes, and SQLite's statements are
 * transactional, those that make tables too.
 */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Kysely's dialect for `node:sqlite`. @param patience how long a write waits for others, in milliseconds */
export function sqliteDialect(path: string, patience?: number): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(path, patience),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}
