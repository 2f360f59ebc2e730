import { type QueryClient, onlineManager } from '@tanstack/react-query'
import { connectivity } from '#platform/connectivity.ts'
import { dataAges } from '#platform/data-age.ts'
import { getSealer, valueStore } from '#platform/device-store/on-this-device.ts'
import { otherTabs } from '#platform/device-store/stored-value.ts'
import { trackCacheRestore, authStore } from '#platform/auth.ts'
import { serverClock } from '#platform/server-clock.ts'
import { createSnapshotValue } from './private-cache-store.ts'
import { startPersistence, type Persistence, type PersistenceDeps } from './persistence.ts'
import { setStorageLevel } from './cache-store.ts'

/** Interval between checks for changes, in milliseconds. */
const saveIntervalMs = 2000

/** Latest start of a save when the device is never idle, in milliseconds. Saving is less urgent than other idle work. */
const idleTimeoutMs = 1000

/**
 * Connects the persisted cache to this page. Restores the public data now, saves in idle moments every 2 s and when the
 * page is hidden, and merges what other tabs write. Call it before the first render.
 */
export function persistInPage(queryClient: QueryClient): Persistence {
  // TanStack Query takes the browser for online at the start, and would retry requests that must fail.
  onlineManager.setOnline(navigator.onLine)
  const startMs = performance.now()
  const persistence = startPersistence({
    queryClient,
    storage: findLocalStorage(),
    ages: dataAges,
    nowMs: Date.now,
    serverNowMs: serverClock.nowMs,
    onStorageLevel: setStorageLevel,
    userId: authStore.getUser().id,
    openSnapshotValue,
    onRestoring: trackCacheRestore,
  })
  // `npm run bench` reads this measure.
  performance.measure('restore', { start: startMs })
  setInterval(() => saveWhenIdle(persistence.save), saveIntervalMs)
  addEventListener('storage', (event) => persistence.mergeFromOtherTab(event.key, event.newValue))
  addEventListener('pagehide', persistence.flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') persistence.flush()
  })
  addEventListener('online', () => connectivity.reportBrowser(true))
  addEventListener('offline', () => connectivity.reportBrowser(false))
  return persistence
}

/** Opens the storage of a user's snapshot on this device. Plain http cannot seal, so no snapshot is stored there. */
export const openSnapshotValue: PersistenceDeps['openSnapshotValue'] = (owner) =>
  globalThis.crypto?.subtle && createSnapshotValue(valueStore, otherTabs, owner, getSealer(owner))

/** Returns localStorage; undefined in some private windows and where cookies are blocked, which makes it throw. */
export function findLocalStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** As `whenIdle` of `src/platform/browser.ts`, but less urgent. */
function saveWhenIdle(task: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: idleTimeoutMs })
  else setTimeout(task, 0)
}
