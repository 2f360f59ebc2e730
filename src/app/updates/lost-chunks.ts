import { isDirty } from '#lib/dirty.ts'
import { sessionStore } from '#lib/safe-storage.ts'

/** One reload per this time, in milliseconds: a part that stays lost must not reload for ever. */
const reloadEveryMs = 30_000

const reloadedAtKey = 'reloaded-at'

const lostChunkName = 'LostChunkError'

/** What the decision needs to know. */
export interface LostChunk {
  online: boolean
  dirty: boolean
  nowMs: number
  lastReloadMs: number
}

/** True when a reload is likely to bring the lost part and loses nothing: online, nothing typed, not just done. */
export function mayReload({ online, dirty, nowMs, lastReloadMs }: LostChunk): boolean {
  return online && !dirty && Math.abs(nowMs - lastReloadMs) > reloadEveryMs
}

/** Vite's event of a part that could not be loaded. */
interface LostChunkEvent extends Event {
  payload: Error
}

/** True for the error of a part of the app that could not be loaded. */
export const isLostChunk = (error: unknown): boolean => error instanceof Error && error.name === lostChunkName

/**
 * A part of the app that cannot be loaded is most often one of an older version, gone after an update: a reload brings
 * the new one. Otherwise the error goes on to the route's error page, which says that this part is not on the phone.
 */
export function watchLostChunks(): void {
  addEventListener('vite:preloadError', onLostChunk)
}

function onLostChunk(event: Event): void {
  const nowMs = Date.now()
  const lastReloadMs = Number(sessionStore.read(reloadedAtKey) ?? 0)
  if (!mayReload({ online: navigator.onLine, dirty: isDirty(), nowMs, lastReloadMs }))
    return markLost((event as LostChunkEvent).payload)
  event.preventDefault()
  sessionStore.write(reloadedAtKey, String(nowMs))
  location.reload()
}

/** The router reloads the page by itself on a browser's own message of a failed import, also offline and over forms. */
function markLost(error: Error): void {
  error.name = lostChunkName
  error.message = `A part of the app is missing: ${error.message}`
}
