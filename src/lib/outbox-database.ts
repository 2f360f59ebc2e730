/** Name of the database of what waits on this device. */
export const outboxDatabase = 'outbox'

/**
 * Whether something was ever left to the outbox on this device: who only reads does without its code. Where the browser
 * does not tell its databases it may have been.
 */
export async function hasOutboxDatabase(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === outboxDatabase)
  } catch {
    return true
  }
}
