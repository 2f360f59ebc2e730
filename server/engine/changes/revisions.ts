import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'

/** How long what was read of the revisions counts as true, in milliseconds: other processes' writes show after that. */
const freshMs = 1000

/** Revisions of the modules: how public answers in memory learn that the tables below them changed. */
export interface Revisions {
  /** The module's revision; it grew when any of its rows changed. */
  current(module: string): Promise<number>
  /** The revisions of all modules that were ever written. */
  all(): Promise<KnownRevisions>
  /** After a write of this process was committed: the next answer looks again. */
  expire(): void
  /** Tells of every {@link expire}. */
  onExpire(listener: () => void): void
}

/** Revisions by the name of their module. */
export type KnownRevisions = ReadonlyMap<string, number>

/**
 * Watches the revisions with at most one look a second. While the database is away, what was known stays true and
 * nobody waits: public pages go on from memory. Only a look that has nothing to go on from throws.
 * @param read looks them up
 * @param nowMs a clock that never goes back, in milliseconds
 */
export function watchRevisions(read: () => Promise<KnownRevisions>, nowMs: () => number): Revisions {
  let known: KnownRevisions | undefined
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let isAway = false
  let looking: Promise<void> | undefined
  const listeners: (() => void)[] = []
  /** Counts the expiries: a look that one has overtaken may have seen the time before the write. */
  let expiries = 0

  async function look(): Promise<void> {
    const startedAtMs = nowMs()
    const before = expiries
    try {
      const revisions = await read()
      if (before === expiries) [known, lookedAtMs, isAway] = [revisions, startedAtMs, false]
    } catch (error) {
      if (!known) throw error
      if (before === expiries) [lookedAtMs, isAway] = [nowMs(), true]
    } finally {
      if (before === expiries) looking = undefined
    }
  }

  async function all(): Promise<KnownRevisions> {
    if (nowMs() - lookedAtMs >= freshMs) {
      looking ??= look()
      if (!isAway) await looking
    }
    return known ?? none
  }

  return {
    current: async (module) => (await all()).get(module) ?? 0,
    all,
    expire: () => {
      expiries += 1
      looking = undefined
      lookedAtMs = Number.NEGATIVE_INFINITY
      for (const listener of listeners) listener()
    },
    onExpire: (listener) => void listeners.push(listener),
  }
}

const none: KnownRevisions = new Map()

/** Reads the revisions of all modules. */
export async function readRevisions(kysely: Kysely<Tables>): Promise<KnownRevisions> {
  const rows = await kysely.selectFrom('module_revisions').select(['module', 'revision']).execute()
  return new Map(rows.map((row) => [row.module, row.revision]))
}
