import type { ModuleChange } from '#contract/changes.ts'
import type { KnownRevisions, Revisions } from './revisions.ts'

/** Milliseconds between two looks for what other processes wrote. */
const lookEveryMs = 1000
/** After a write of this process there is a look at once, but not more often than this: writers come in hundreds. */
const leastPauseMs = 250
/** Milliseconds after which every listener is visited, news or not: proxies cut what is silent for a minute. */
const quietMs = 15_000

/** Takes what changed since the last visit; nothing when all was quiet. What throws is told again next time. */
export type ChangeListener = (changes: readonly ModuleChange[]) => Promise<void>

/** Tells listeners which modules change, in this process or another. */
export interface ChangeFeed {
  /**
   * Visits from now on. Visits come one after the other, whoever listens: hundreds of them together have one connection
   * of the database at most.
   * @returns ends the visits
   * @throws when the database is away from the start
   */
  listen(visit: ChangeListener): Promise<() => void>
}

/** Nobody looks while nobody listens. @param nowMs a clock that never goes back, in milliseconds */
export function createChangeFeed(revisions: Revisions, nowMs: () => number): ChangeFeed {
  /** Of each listener the modules that it was not told of yet. */
  const listeners = new Map<ChangeListener, Map<string, ModuleChange>>()
  let seen: KnownRevisions | undefined
  let timer: NodeJS.Timeout | undefined
  let isUnderWay = false
  let isAsked = false
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let visitedAllAtMs = nowMs()

  function plan(ms: number): void {
    clearTimeout(timer)
    // What listens has connections, and these keep the process.
    timer = setTimeout(() => void goRound(), ms).unref()
  }

  async function goRound(): Promise<void> {
    ;[isUnderWay, isAsked, lookedAtMs] = [true, false, nowMs()]
    await look()
    const isQuietOver = nowMs() - visitedAllAtMs >= quietMs
    if (isQuietOver) visitedAllAtMs = nowMs()
    for (const [visit, untold] of listeners) if (isQuietOver || untold.size > 0) await tell(visit, untold)
    isUnderWay = false
    if (listeners.size > 0) plan(isAsked ? leastPauseMs : lookEveryMs)
    else seen = undefined
  }

  async function look(): Promise<void> {
    try {
      const known = await revisions.all()
      for (const change of findGrown(seen, known))
        for (const untold of listeners.values()) untold.set(change.module, change)
      seen = known
    } catch {
      // The database is away; it is looked again, and what changed is seen then.
    }
  }

  revisions.onExpire(() => {
    if (listeners.size === 0) return
    if (isUnderWay) isAsked = true
    else plan(Math.max(0, leastPauseMs - (nowMs() - lookedAtMs)))
  })

  return {
    listen: async (visit) => {
      seen ??= await revisions.all()
      listeners.set(visit, new Map())
      if (listeners.size === 1 && !isUnderWay) plan(lookEveryMs)
      return () => void listeners.delete(visit)
    },
  }
}

function findGrown(seen: KnownRevisions | undefined, known: KnownRevisions): ModuleChange[] {
  if (!seen) return []
  return [...known]
    .filter(([module, revision]) => revision > (seen.get(module) ?? 0))
    .map(([module, revision]) => ({ module, revision }))
}

async function tell(visit: ChangeListener, untold: Map<string, ModuleChange>): Promise<void> {
  const changes = [...untold.values()]
  try {
    await visit(changes)
    untold.clear()
  } catch {
    // Told at the next round.
  }
}
