import { hasUnsavedWork } from '#lib/unsaved-work.ts'
import { connectivity } from '#lib/connectivity.ts'
import { safeSessionStorage } from '#lib/safe-storage.ts'
import { reloadIfReachable } from './safe-reload.ts'
import { getUpdateState } from './update-state.ts'

/** Minimum time between two reloads, in milliseconds. A chunk that stays missing must not cause endless reloads. */
const reloadEveryMs = 30_000

const reloadedAtKey = 'reloaded-at'

const lostChunkName = 'LostChunkError'

/** Inputs of the decision to reload. */
export interface ChunkErrorContext {
  online: boolean
  /** The worker has a newer version of the whole app than this page. */
  newerIsHere: boolean
  busy: boolean
  nowMs: number
  lastReloadMs: number
}

/** Returns whether a reload is likely to bring the lost chunk and loses no input, and none happened just before. */
export function canReload({ online, newerIsHere, busy, nowMs, lastReloadMs }: ChunkErrorContext): boolean {
  return (online || newerIsHere) && !busy && Math.abs(nowMs - lastReloadMs) > reloadEveryMs
}

/** Vite's event for a chunk that failed to load. */
interface LostChunkEvent extends Event {
  payload: Error
}

/** Returns whether the error is that of a chunk that failed to load. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.name === lostChunkName

let reloading: Promise<boolean> = Promise.resolve(false)

/** Settles once it is certain that no reload has begun, and never during a reload. */
export async function waitForPendingReload(): Promise<void> {
  if (await reloading) await new Promise(() => undefined)
}

/**
 * A chunk that fails to load is most often of an older version and gone after an update. A reload brings the new one.
 * Where no reload is allowed, the route's error page explains that this screen is not on the phone.
 */
export function reloadOnChunkError(): void {
  addEventListener('vite:preloadError', onLostChunk)
}

function onLostChunk(event: Event): void {
  const { payload } = event as LostChunkEvent
  markLost(payload)
  const nowMs = Date.now()
  const lastReloadMs = Number(safeSessionStorage.read(reloadedAtKey) ?? 0)
  const newerIsHere = getUpdateState() === 'taken'
  if (!canReload({ online: !connectivity.isCut(), newerIsHere, busy: hasUnsavedWork(), nowMs, lastReloadMs }))
    return
  safeSessionStorage.write(reloadedAtKey, String(nowMs))
  reloading = reloadIfReachable()
}

/** The router reloads the page by itself on a browser's own message of a failed import, also offline and over forms. */
function markLost(error: Error): void {
  error.name = lostChunkName
  error.message = `A part of the app is missing: ${error.message}`
}
