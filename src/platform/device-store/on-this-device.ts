import { openIndexedDb } from './indexed-db.ts'
import { createSealer, type Sealer, type KeyCache } from './sealing.ts'

/** Name of the outbox's database. */
const outboxDatabase = 'outbox'

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

// The app's two databases on this device, and the sealers of its users.

/** The sealing keys that this page has read from the device. */
const keyCache: KeyCache = new Map()

/** The database of the outbox, which also stores the sealing keys of users. */
export const outboxStore = openIndexedDb(outboxDatabase)

/** The database of values that the app shows at its start: favourites, and queries of signed-in users. */
export const valueStore = openIndexedDb('values')

/** Returns the sealer of a user by their owner key. It cannot seal on plain http, where `crypto.subtle` is missing. */
export const getSealer = (owner: string): Sealer =>
  createSealer(outboxStore, owner, globalThis.crypto?.subtle, keyCache)

/** Removes the sealing keys of all users from memory, at sign-out. Those in the database stay. */
export const forgetKeys = (): void => keyCache.clear()
