import { type Revisions, readRevisions, watchRevisions } from '../changes/revisions.ts'
import { createPublicResponseCache, type PublicResponseCache } from './public-response-cache.ts'

import type { Registry } from '../schema/registry.ts'
import type { Database } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

/** Dependencies of the endpoints that read modules. */
export interface ReadContext {
  db: Database
  registry: Registry
  publicResponses: PublicResponseCache
}

/** Dependencies of the endpoints that read and write modules. */
export interface EngineContext extends ReadContext {
  revisions: Revisions
  secrets: Secrets
  now: () => Date
  /** Creates ids of rows. */
  newRowId: () => string
  /** Wakes the message worker of this process; called after a message was queued. */
  wakeMessages: () => void
}

/**
 * Creates the dependencies of the endpoints that read modules.
 * @param nowMs the clock, in milliseconds
 */
export function createReadContext(
  db: Database,
  registry: Registry,
  nowMs: () => number,
): ReadContext & { revisions: Revisions } {
  const revisions = watchRevisions(() => readRevisions(db.kysely), nowMs)
  return { db, registry, revisions, publicResponses: createPublicResponseCache(revisions) }
}
