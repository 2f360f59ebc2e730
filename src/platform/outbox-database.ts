/** Name of the outbox's database. */
export const outboxDatabase = 'outbox'

/**
 * Returns whether the outbox was ever used on this device, so that readers do not load its code. Returns true where the
 * browser cannot list databases.
 */
export async function hasOutboxDatabase(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === outboxDatabase)
  } catch {
    return true
  }
}
