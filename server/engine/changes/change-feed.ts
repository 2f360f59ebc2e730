import type { ModuleChange } from '#contract/changes.ts'
import type { KnownRevisions, Revisions } from './revisions.ts'

/** Milliseconds between polls for writes of other processes. */
const pollIntervalMs = 1000
/** A write of this process triggers a poll, but at most once in this many milliseconds, as writes come in bursts. */
const minPauseMs = 250
/** Every listener is called after this many milliseconds, even without changes, because proxies close connections that are silent for a minute. */
const heartbeatMs = 15_000

/** Receives the changes since its last call; an empty array without changes. After an error it gets the same changes again. */
export type ChangeListener = (changes: readonly ModuleChange[]) => Promise<void>

/** Notifies listeners of modules that change, in this process or another. */
export interface ChangeFeed {
  /**
   * Calls a listener on changes from now on. Listeners are called one after the other, so that hundreds of them use at most
   * one database connection.
   * @returns removes the listener
   * @throws when the database is unavailable at the first call
   */
  listen(listener: ChangeListener): Promise<() => void>
}

/** Creates the feed. It polls only while it has listeners. @param nowMs monotonic clock, in milliseconds */
export function createChangeFeed(revisions: Revisions, nowMs: () => number): ChangeFeed {
  /** The changes that each listener has not received yet. */
  const listeners = new Map<ChangeListener, Map<string, ModuleChange>>()
  let seen: KnownRevisions | undefined
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isRequested = false
  let polledAtMs = Number.NEGATIVE_INFINITY
  let notifiedAllAtMs = nowMs()

  function schedule(ms: number): void {
    clearTimeout(timer)
    // The listeners' connections keep the process alive.
    timer = setTimeout(() => void runRound(), ms).unref()
  }

  async function runRound(): Promise<void> {
    ;[isRunning, isRequested, polledAtMs] = [true, false, nowMs()]
    await poll()
    const isQuietOver = nowMs() - notifiedAllAtMs >= heartbeatMs
    if (isQuietOver) notifiedAllAtMs = nowMs()
    for (const [listener, pending] of listeners)
      if (isQuietOver || pending.size > 0) await notify(listener, pending)
    isRunning = false
    if (listeners.size > 0) schedule(isRequested ? minPauseMs : pollIntervalMs)
    else seen = undefined
  }

  async function poll(): Promise<void> {
    try {
      const known = await revisions.all()
      for (const change of findGrown(seen, known))
        for (const pending of listeners.values()) pending.set(change.module, change)
      seen = known
    } catch {
      // The database is unavailable; the next poll sees the changes.
    }
  }

  revisions.onExpire(() => {
    if (listeners.size === 0) return
    if (isRunning) isRequested = true
    else schedule(Math.max(0, minPauseMs - (nowMs() - polledAtMs)))
  })

  return {
    listen: async (listener) => {
      seen ??= await revisions.all()
      listeners.set(listener, new Map())
      if (listeners.size === 1 && !isRunning) schedule(pollIntervalMs)
      return () => void listeners.delete(listener)
    },
  }
}

function findGrown(seen: KnownRevisions | undefined, known: KnownRevisions): ModuleChange[] {
  if (!seen) return []
  return [...known]
    .filter(([module, revision]) => revision > (seen.get(module) ?? 0))
    .map(([module, revision]) => ({ module, revision }))
}

async function notify(listener: ChangeListener, pending: Map<string, ModuleChange>): Promise<void> {
  const changes = [...pending.values()]
  try {
    await listener(changes)
    pending.clear()
  } catch {
    // The next round repeats them.
  }
}
