import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

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
  const kept = new Map<string, CachedStatement>()
  return {
    database,
    prepare: (sql) => {
      const known = kept.get(sql)
      const one = known ?? compile(database, sql)
      if (known) kept.delete(sql)
      else if (kept.size >= keptStatements) kept.delete(kept.keys().next().value ?? '')
      kept.set(sql, one)
      return one
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
