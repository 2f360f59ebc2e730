/** PostgreSQL: unique violation, exclusion violation, serialization failure, deadlock. */
const postgresConflicts = new Set(['23505', '23P01', '40001', '40P01'])
/** SQLite's extended codes: SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const sqliteConflicts = new Set([1555, 2067])

/** Attempts after the first conflict. The first of them sees the conflicting row; the second is for a third writer. */
const maxRetries = 2

/** Checks whether a write failed because of a concurrent commit; run again, it sees those rows. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return (
    (typeof errcode === 'number' && sqliteConflicts.has(errcode)) ||
    (typeof code === 'string' && postgresConflicts.has(code))
  )
}

/**
 * Runs a transaction again when another one committed between its checks and its writes, so that the checks throw the
 * proper error.
 * @throws the last error as it is, when it conflicts each time
 */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let retriesLeft = maxRetries; retriesLeft > 0; retriesLeft -= 1) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error)) throw error
    }
  }
  return run()
}
