import type { Kysely } from 'kysely'
import { workAlone, workBeside } from '#server/db/alone.ts'
import type { Tables } from '#server/db/client.ts'

/**
 * Begins a transaction that writes a single row of a module: beside others like it, but not while somebody has the module's
 * rows for themselves. Before anything else is held, so that the two never wait for each other.
 */
export function writeBesideOthers(trx: Kysely<Tables>, module: string): Promise<void> {
  return workBeside(trx, nameOf(module))
}

/**
 * Begins a transaction that writes many rows of a module: no other write of its rows is under way, and none begins until
 * this one ends. What was found out about the rows holds until then.
 */
export function writeAlone(trx: Kysely<Tables>, module: string): Promise<void> {
  return workAlone(trx, nameOf(module))
}

function nameOf(module: string): string {
  return `rows of ${module}`
}
