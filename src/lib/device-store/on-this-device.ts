import { outboxDatabase } from '../outbox-database.ts'
import { openIndexedDb } from './indexed-db.ts'
import { createSealer, type Sealer, type KeyCache } from './sealing.ts'

const seenKeys: KeyCache = new Map()

/** The database of what waits to be sent, with the keys that seal for people. */
export const outboxStore = openIndexedDb(outboxDatabase)

/** The database of the values that the device shows at its start: stars, and what people read of their own. */
export const valueStore = openIndexedDb('values')

/** What seals for a person on this device. `crypto.subtle` is missing on plain http. */
export const sealerOf = (owner: string): Sealer =>
  createSealer(outboxStore, owner, globalThis.crypto?.subtle, seenKeys)

/** For sign-out: no key stays in memory. */
export const forgetKeys = (): void => seenKeys.clear()
