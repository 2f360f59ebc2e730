import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'

/** How long revisions that were read count as current, in milliseconds. Writes of other processes appear after that time. */
const maxAgeMs = 1000

/** Revisions of the modules, by which cached responses detect changes of their tables. */
export interface Revisions {
  /** Gets the module's revision, which increases when any of its rows changes. */
  current(module: string): Promise<number>
  /** Gets the revisions of all modules; a module without any write has none. */
  all(): Promise<KnownRevisions>
  /** Makes the next call read from the database; called after this process commits a write. */
  expire(): void
  /** Calls a listener at every {@link expire}. */
  onExpire(listener: () => void): void
}

/** Revisions by the name of their module. */
export type KnownRevisions = ReadonlyMap<string, number>

/**
 * Watches the revisions with at most one query a second. While the database is unavailable, the last revisions are returned
 * without waiting, so public pages are served from the cache. Throws only when no revisions were ever read.
 * @param read reads the revisions from the database
 * @param nowMs monotonic clock, in milliseconds
 */
export function watchRevisions(read: () => Promise<KnownRevisions>, nowMs: () => number): Revisions {
  let knownRevisions: KnownRevisions | undefined
  let readAtMs = Number.NEGATIVE_INFINITY
  let isUnavailable = false
  /** The running query, which all callers share. */
  let reading: Promise<void> | undefined
  const listeners: (() => void)[] = []
  /**
   * Number of calls of `expire`. A query that started before one may have missed the write, so its result is dropped. A
   * caller that awaits such a query gets the revisions known before it, as if it had called earlier; the next call reads again.
   */
  let expiries = 0

  async function refresh(): Promise<void> {
    const startedAtMs = nowMs()
    const expiriesAtStart = expiries
    try {
      const revisions = await read()
      if (expiriesAtStart === expiries)
        [knownRevisions, readAtMs, isUnavailable] = [revisions, startedAtMs, false]
    } catch (error) {
      if (!knownRevisions) throw error
      // The last revisions count as current once more, so that the next try is a second later.
      if (expiriesAtStart === expiries) [readAtMs, isUnavailable] = [nowMs(), true]
    } finally {
      if (expiriesAtStart === expiries) reading = undefined
    }
  }

  async function all(): Promise<KnownRevisions> {
    if (nowMs() - readAtMs >= maxAgeMs) {
      reading ??= refresh()
      if (!isUnavailable) await reading
    }
    return knownRevisions ?? noRevisions
  }

  return {
    current: async (module) => (await all()).get(module) ?? 0,
    all,
    expire: () => {
      expiries += 1
      reading = undefined
      readAtMs = Number.NEGATIVE_INFINITY
      for (const listener of listeners) listener()
    },
    onExpire: (listener) => void listeners.push(listener),
  }
}

const noRevisions: KnownRevisions = new Map()

/** Reads the revisions of all modules. */
export async function readRevisions(kysely: Kysely<Tables>): Promise<KnownRevisions> {
  const rows = await kysely.selectFrom('module_revisions').select(['module', 'revision']).execute()
  return new Map(rows.map((row) => [row.module, row.revision]))
}
