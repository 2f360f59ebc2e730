import type { Kysely } from 'kysely'
import { lockExclusive } from '#server/db/locks.ts'
import type { Tables } from '#server/db/client.ts'

/**
 * Name of the work on a module's rows. Single writes begin with going on beside others of the same module, before anything
 * else is held, so that they and who writes {@link lockModule} never wait for each other.
 */
export function getModuleLockName(module: string): string {
  return `rows of ${module}`
}

/**
 * Begins a transaction that writes many rows of a module: no other write of its rows is under way, and none begins until
 * this one ends. What was found out about the rows holds until then.
 */
export function lockModule(trx: Kysely<Tables>, module: string): Promise<void> {
  return lockExclusive(trx, getModuleLockName(module))
}
