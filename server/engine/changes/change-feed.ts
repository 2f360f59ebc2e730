import type { ModuleChange } from '#contract/api.ts'
import type { KnownRevisions, Revisions } from './revisions.ts'

/** Milliseconds between polls for writes of other processes. */
const pollIntervalMs = 1000
/** Minimum time between a poll and the next one that a write of this process triggers, in milliseconds: writes come in bursts. */
const minPollGapMs = 250
/** Interval of calling every listener even without changes, in milliseconds: proxies close connections that are silent for a minute. */
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
  /** Revisions at the last poll, with which the next one is compared; undefined while there are no listeners. */
  let lastRevisions: KnownRevisions | undefined
  let timer: NodeJS.Timeout | undefined
  /** True during a round. */
  let isRunning = false
  /** True when this process wrote while a round was running: the next one then follows sooner. */
  let isRequested = false
  let polledAtMs = Number.NEGATIVE_INFINITY
  /** Time of the last heartbeat. */
  let heartbeatAtMs = nowMs()

  function schedule(ms: number): void {
    clearTimeout(timer)
    // The timer need not keep the process alive: the connections of the listeners do.
    timer = setTimeout(() => void runRound(), ms).unref()
  }

  /** Polls once, calls the listeners that have changes or are due for a heartbeat, and schedules the next round. */
  async function runRound(): Promise<void> {
    ;[isRunning, isRequested, polledAtMs] = [true, false, nowMs()]
    await poll()
    const isHeartbeatDue = nowMs() - heartbeatAtMs >= heartbeatMs
    if (isHeartbeatDue) heartbeatAtMs = nowMs()
    for (const [listener, pending] of listeners)
      if (isHeartbeatDue || pending.size > 0) await notify(listener, pending)
    isRunning = false
    if (listeners.size > 0) schedule(isRequested ? minPollGapMs : pollIntervalMs)
    else lastRevisions = undefined
  }

  /** Finds the modules that changed since the last poll and notes them for every listener. */
  async function poll(): Promise<void> {
    try {
      const currentRevisions = await revisions.all()
      for (const change of findChangedModules(lastRevisions, currentRevisions))
        for (const pending of listeners.values()) pending.set(change.module, change)
      lastRevisions = currentRevisions
    } catch {
      // The database is unavailable; the next poll sees the changes.
    }
  }

  revisions.onExpire(() => {
    if (listeners.size === 0) return
    if (isRunning) isRequested = true
    else schedule(Math.max(0, minPollGapMs - (nowMs() - polledAtMs)))
  })

  return {
    listen: async (listener) => {
      lastRevisions ??= await revisions.all()
      listeners.set(listener, new Map())
      if (listeners.size === 1 && !isRunning) schedule(pollIntervalMs)
      return () => void listeners.delete(listener)
    },
  }
}

/** Finds the modules whose revision has increased; none at the first poll, which has nothing to compare with. */
function findChangedModules(
  lastRevisions: KnownRevisions | undefined,
  currentRevisions: KnownRevisions,
): ModuleChange[] {
  if (!lastRevisions) return []
  return [...currentRevisions]
    .filter(([module, revision]) => revision > (lastRevisions.get(module) ?? 0))
    .map(([module, revision]) => ({ module, revision }))
}

/** Calls a listener with its pending changes, and forgets them when it succeeds. */
async function notify(listener: ChangeListener, pending: Map<string, ModuleChange>): Promise<void> {
  const changes = [...pending.values()]
  try {
    await listener(changes)
    pending.clear()
  } catch {
    // The next round repeats them.
  }
}
