import { favourites } from '#features/programme/favourites'
import { startI18n } from '#app/i18n/start-i18n.ts'
import { setStorageLevel } from '#app/persistence/cache-store.ts'
import { setUpdateState } from '#app/updates/update-state.ts'
import { api, setUnauthorizedHandler } from '#platform/api.ts'
import { setAttentionCount, dismissNotice, listNotices } from '#platform/notices.ts'
import { connectivity } from '#platform/connectivity.ts'
import { demoClock, serverClock } from '#platform/server-clock.ts'
import { setDocumentLanguage } from '#platform/locale.ts'
import { moduleMetadata } from '#platform/module-metadata.ts'
import { pageData } from '#platform/page-data.ts'
import { authStore } from '#platform/auth.ts'
import { setTheme, startTheme } from '#platform/theme.ts'
import { setPartialSignIn } from '../../../src/features/participant/accounts/partial-sign-in.ts'
import { checkToken } from '../../../src/features/participant/accounts/current-user.ts'
import { recentSearches } from '../../../src/features/articles/search/recent-searches.ts'

let started: Promise<void> | undefined

/** Starts texts and theme, once for each test file. */
export function startApp(): Promise<void> {
  started ??= begin()
  return started
}

async function begin(): Promise<void> {
  startTheme()
  setDocumentLanguage()
  setUnauthorizedHandler(checkToken)
  await startI18n()
}

/**
 * Resets every store of the app's modules to its state at a fresh start. What cannot be reset is the same for all
 * tests: loaded texts, imported chunks, the search index of the same rows.
 */
export async function resetApp(): Promise<void> {
  authStore.clear()
  localStorage.clear()
  sessionStorage.clear()
  recentSearches.clear()
  setTheme('system')
  localStorage.clear()
  api.clearCache()
  moduleMetadata.forgetAll()
  pageData.replace({})
  connectivity.reportBrowser(true)
  connectivity.reportResponse()
  demoClock.start(false)
  serverClock.observe(new Date().toUTCString())
  setAttentionCount(0)
  setStorageLevel('enough')
  setUpdateState('none')
  setPartialSignIn(undefined)
  await Promise.all([emptyDatabases(), emptyCaches()])
  // Stores that cache what they have read reload: another tab reports in this way that all storage was cleared.
  dispatchEvent(new StorageEvent('storage', { key: null }))
  await favourites.waitUntilRead()
  for (const { id } of listNotices()) dismissNotice(id)
}

async function emptyDatabases(): Promise<void> {
  const found = await indexedDB.databases()
  await Promise.all(found.map(({ name = '' }) => emptyDatabase(name)))
}

/** Empties a database instead of deleting it, because the app keeps it open. */
function emptyDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => reject(opening.error as Error))
    opening.addEventListener('success', () => {
      const db = opening.result
      const stores = [...db.objectStoreNames]
      const end = () => {
        db.close()
        resolve()
      }
      if (stores.length === 0) return end()
      const transaction = db.transaction(stores, 'readwrite')
      for (const store of stores) transaction.objectStore(store).clear()
      transaction.addEventListener('complete', end)
      transaction.addEventListener('abort', end)
    })
  })
}

async function emptyCaches(): Promise<void> {
  for (const key of await caches.keys()) await caches.delete(key)
}
