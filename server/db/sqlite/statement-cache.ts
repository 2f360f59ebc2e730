import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/** Statements that a connection keeps compiled; the app has far fewer, lists with odd filters make up the rest. */
const keptStatements = 400

/** A compiled statement. */
export interface CachedStatement {
  readonly statement: StatementSync
  /** Asked once: the answer describes every column. */
  readonly hasRows: boolean
}

/** A connection with its compiled statements, the least recently used of which go first. */
export interface StatementCache {
  readonly database: DatabaseSync
  prepare(sql: string): CachedStatement
}

export function createStatementCache(database: DatabaseSync): StatementCache {
  const kept = new LRUCache<string, CachedStatement>({ max: keptStatements })
  return {
    database,
    prepare: (sql) => {
      const known = kept.get(sql)
      if (known) return known
      const compiled = compile(database, sql)
      kept.set(sql, compiled)
      return compiled
    },
  }
}

function compile(database: DatabaseSync, sql: string): CachedStatement {
  const statement = database.prepare(sql)
  return { statement, hasRows: statement.columns().length > 0 }
}

/** A parameter as node:sqlite takes it: it knows neither booleans nor `undefined`. */
export function toSqliteValue(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}
