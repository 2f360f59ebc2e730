import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'

/** How long what was read of the revisions counts as true, in milliseconds: other processes' writes show after that. */
const freshMs = 1000

/** Revisions of the modules: how public answers in memory learn that the tables below them changed. */
export interface Revisions {
  /** The module's revision; it grew when any of its rows changed. */
  current(module: string): Promise<number>
  /** After a write of this process was committed: the next answer looks again. */
  expire(): void
}

/**
 * Watches `module_revisions`, with at most one query a second.
 * @param nowMs the clock, in milliseconds
 */
export function watchRevisions(kysely: Kysely<Tables>, nowMs: () => number): Revisions {
  let known = new Map<string, number>()
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const startedAtMs = nowMs()
    try {
      const rows = await kysely.selectFrom('module_revisions').select(['module', 'revision']).execute()
      known = new Map(rows.map((row) => [row.module, row.revision]))
    } catch (error) {
      // Public pages go on from memory while the database is away; without any memory there is nothing to go on from.
      if (readAtMs === Number.NEGATIVE_INFINITY) throw error
    } finally {
      reading = undefined
    }
    readAtMs = startedAtMs
  }

  return {
    current: async (module) => {
      if (nowMs() - readAtMs >= freshMs) await (reading ??= read())
      return known.get(module) ?? 0
    },
    expire: () => {
      readAtMs = Math.min(readAtMs, nowMs() - freshMs)
    },
  }
}
