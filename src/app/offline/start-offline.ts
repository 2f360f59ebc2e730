import type { QueryClient } from '@tanstack/react-query'
import { api } from '#platform/api.ts'
import { demoClock } from '#platform/demo-clock.ts'
import { captureInstallPrompt } from '#platform/install-prompt.ts'
import { isDemoClockPage, syncClockFromPage, serverClock } from '#platform/server-clock.ts'
import { moduleMetadata } from '#platform/module-metadata.ts'
import { carriedQuestionKey } from '#platform/user-storage-keys.ts'
import { safeSessionStorage } from '#platform/safe-storage.ts'
import { authStore } from '#platform/auth.ts'
import { authChannel } from '#platform/auth-channel.ts'
import { linkManifest } from '../install/manifest-link.ts'
import type { createAppRouter } from '../router.ts'
import { persistInPage } from '../persistence/persist-in-page.ts'
import { reloadOnChunkError } from '../updates/chunk-errors.ts'
import { retryFailedStylesheets } from '../updates/retry-stylesheets.ts'
import { refetchOnReconnect } from './refetch-on-reconnect.ts'
import { handleAuthChanges } from './handle-auth-changes.ts'
import { removeStaleUserData, removeUserData } from './stale-user-data.ts'

/** Delay of the cleanup in milliseconds, after which a persistent sign-in is restored. */
const cleanupDelayMs = 5000

/** Prepares what the first render needs: the restored cache, and listeners for early events. */
export function prepareOffline(queryClient: QueryClient): void {
  captureInstallPrompt()
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  syncClockFromPage(serverClock, navigation)
  demoClock.start(isDemoClockPage(navigation))
  reloadOnChunkError()
  retryFailedStylesheets()
  handleAuthChanges({
    authStore,
    tabs: authChannel,
    persistence: persistInPage(queryClient),
    clearResponses() {
      api.clearCache()
      moduleMetadata.forgetAll()
      safeSessionStorage.remove(carriedQuestionKey)
    },
    removeUserData,
    onSignedIn: () => void removeStaleUserData(),
  })
  authChannel.answerSignedInUser(() => authStore.getUser().id)
  setTimeout(() => void removeStaleUserData(), cleanupDelayMs)
  refetchOnReconnect(queryClient)
  linkManifest()
}

/** Registers the service worker once the page has loaded, and starts to send page snapshots to it. */
export function registerWorkerWhenIdle(
  router: ReturnType<typeof createAppRouter>,
  queryClient: QueryClient,
): void {
  const start = () => startWorker(router, queryClient)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

function startWorker(router: ReturnType<typeof createAppRouter>, queryClient: QueryClient): void {
  Promise.all([import('../updates/register-worker.ts'), import('./capture-page-snapshots.ts')]).then(
    ([{ registerWorker }, { capturePageSnapshots }]) => {
      capturePageSnapshots(router, queryClient)
      return registerWorker()
    },
    // Without network the code may be missing; the next start tries again.
    () => undefined,
  )
}
