import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Statements that a connection keeps compiled; the app has far fewer, lists with odd filters make up the rest. */
const keptStatements = 400

/** A connection with its compiled statements, the least recently used of which go first. */
export interface Statements {
  readonly database: DatabaseSync
  prepare(sql: string): StatementSync
}

export function keepStatements(database: DatabaseSync): Statements {
  const kept = new Map<string, StatementSync>()
  return {
    database,
    prepare: (sql) => {
      const known = kept.get(sql)
      const statement = known ?? database.prepare(sql)
      if (known) kept.delete(sql)
      else if (kept.size >= keptStatements) kept.delete(kept.keys().next().value ?? '')
      kept.set(sql, statement)
      return statement
    },
  }
}

/** A parameter as node:sqlite takes it: it knows neither booleans nor `undefined`. */
export function toSqliteValue(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}
