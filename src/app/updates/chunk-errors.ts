import { hasUnsavedWork } from '#platform/unsaved-work.ts'
import { connectivity } from '#platform/connectivity.ts'
import { safeSessionStorage } from '#platform/safe-storage.ts'
import { getUpdateState } from './update-state.ts'

/** Minimum time between two reloads, in milliseconds. A chunk that stays missing must not cause endless reloads. */
const minReloadIntervalMs = 30_000

/** Key in sessionStorage of the device's time of the last reload, in milliseconds. */
const reloadedAtKey = 'reloaded-at'

/** Name that {@link markChunkError} gives to an error. */
const chunkErrorName = 'LostChunkError'

/** Inputs of the decision to reload. */
interface ChunkErrorContext {
  /** False when the browser has no network. */
  isOnline: boolean
  /** The service worker already serves a newer version than this page. */
  isUpdateActive: boolean
  /** There is unsaved input or unfinished work. */
  isBusy: boolean
  /** The device's time. */
  nowMs: number
  /** The device's time of the last reload for a missing chunk; 0 when there was none. */
  lastReloadMs: number
}

/** Returns whether a reload can probably load the missing chunk, loses no input, and does not follow another reload. */
export function canReload({
  isOnline,
  isUpdateActive,
  isBusy,
  nowMs,
  lastReloadMs,
}: ChunkErrorContext): boolean {
  // Absolute, since the clock may have been set back: a reload in the future must not forbid further ones.
  return (isOnline || isUpdateActive) && !isBusy && Math.abs(nowMs - lastReloadMs) > minReloadIntervalMs
}

/** Vite's event for a chunk that failed to load. */
interface PreloadErrorEvent extends Event {
  /** The browser's error of the import, which the importing code also gets. */
  payload: Error
}

/** Returns whether the error is that of a chunk that failed to load. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.name === chunkErrorName

/** The last call of {@link reloadIfReachable}: true when the page is about to reload. */
let pendingReload: Promise<boolean> = Promise.resolve(false)

/** Settles once it is certain that no reload has begun. Never settles during a reload, which ends the page. */
export async function waitForPendingReload(): Promise<void> {
  if (await pendingReload) await new Promise(() => undefined)
}

/**
 * Reloads the page when a chunk fails to load: most often the chunk belongs to an older version and an update removed it.
 * If no reload is allowed, the route's error page explains that the screen is not available.
 */
export function reloadOnChunkError(): void {
  addEventListener('vite:preloadError', handlePreloadError)
}

/** Marks the error, and reloads the page if that is allowed. */
function handlePreloadError(event: Event): void {
  const { payload } = event as PreloadErrorEvent
  markChunkError(payload)
  const nowMs = Date.now()
  const lastReloadMs = Number(safeSessionStorage.read(reloadedAtKey) ?? 0)
  const isUpdateActive = getUpdateState() === 'taken'
  if (
    !canReload({
      isOnline: !connectivity.hasNoNetwork(),
      isUpdateActive,
      isBusy: hasUnsavedWork(),
      nowMs,
      lastReloadMs,
    })
  )
    return
  safeSessionStorage.write(reloadedAtKey, String(nowMs))
  pendingReload = reloadIfReachable()
}

/**
 * Replaces name and message of the error, by which the router recognises a missing chunk. It would reload the page even
 * offline or with unsaved input.
 */
function markChunkError(error: Error): void {
  error.name = chunkErrorName
  error.message = `A part of the app is missing: ${error.message}`
}

/** Timeout of the request that checks the server before a reload, in milliseconds. */
const serverTimeoutMs = 8_000

/**
 * Reloads the page if the worker or a reachable server will deliver it. Otherwise the browser's own error page would
 * replace an app that the user can still read.
 * @returns false if nothing was reloaded
 */
export async function reloadIfReachable(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller && !(await isServerReachable())) return false
  // The state may have changed during the request.
  if (hasUnsavedWork()) return false
  location.reload()
  return true
}

/** Requests the page without any cache, but without its body. */
async function isServerReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(serverTimeoutMs)
  const response = await fetch('/index.html', { method: 'HEAD', cache: 'no-store', signal }).catch(
    () => undefined,
  )
  return response?.ok ?? false
}
