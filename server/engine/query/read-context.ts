import type { Database } from '#server/db/client.ts'
import { createPublicResponseCache } from './public-response-cache.ts'
import type { ReadContext } from './read-handlers.ts'
import type { Registry } from '../schema/registry.ts'
import { readRevisions, watchRevisions, type Revisions } from '../changes/revisions.ts'

/**
 * Assembles what the calls that read modules work with.
 * @param nowMs the clock, in milliseconds
 */
export function createReadContext(
  db: Database,
  registry: Registry,
  nowMs: () => number,
): ReadContext & { revisions: Revisions } {
  const revisions = watchRevisions(() => readRevisions(db.kysely), nowMs)
  return { db, registry, revisions, publicLists: createPublicResponseCache(revisions) }
}
