import { hasUnsavedWork } from '#lib/unsaved-work.ts'
import { connectivity } from '#lib/connectivity.ts'
import { safeSessionStorage } from '#lib/safe-storage.ts'
import { reloadIfReachable } from './safe-reload.ts'
import { getUpdateState } from './update-state.ts'

/** One reload per this time, in milliseconds: a part that stays lost must not reload for ever. */
const reloadEveryMs = 30_000

const reloadedAtKey = 'reloaded-at'

const lostChunkName = 'LostChunkError'

/** What the decision needs to know. */
export interface ChunkErrorContext {
  online: boolean
  /** The worker has a newer version of the whole app than this page. */
  newerIsHere: boolean
  busy: boolean
  nowMs: number
  lastReloadMs: number
}

/** True when a reload is likely to bring the lost part and loses nothing: nothing typed or being sent, not just done. */
export function canReload({ online, newerIsHere, busy, nowMs, lastReloadMs }: ChunkErrorContext): boolean {
  return (online || newerIsHere) && !busy && Math.abs(nowMs - lastReloadMs) > reloadEveryMs
}

/** Vite's event of a part that could not be loaded. */
interface LostChunkEvent extends Event {
  payload: Error
}

/** True for the error of a part of the app that could not be loaded. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.name === lostChunkName

let reloading: Promise<boolean> = Promise.resolve(false)

/** Settles when the page stays as it is: no reload has begun that would bring the lost part. */
export async function waitForPendingReload(): Promise<void> {
  if (await reloading) await new Promise(() => undefined)
}

/**
 * A part of the app that cannot be loaded is most often one of an older version, gone after an update: a reload brings
 * the new one. Where no reload may be, the route's error page says that this part is not on the phone.
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
