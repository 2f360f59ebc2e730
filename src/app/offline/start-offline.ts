import type { QueryClient } from '@tanstack/react-query'
import type { Locale } from '#contract/locale.ts'
import { api } from '#platform/api.ts'
import { demoClock, isDemoClockPage, syncClockFromPage, serverClock } from '#platform/server-clock.ts'
import { captureInstallPrompt } from '#platform/install-prompt.ts'
import { moduleMetadata } from '#platform/module-metadata.ts'
import { carriedQuestionKey } from '#platform/user-storage-keys.ts'
import { safeSessionStorage } from '#platform/safe-storage.ts'
import { authStore } from '#platform/auth.ts'
import { authChannel } from '#platform/auth-channel.ts'
import { getLocale, onLocaleChange } from '#platform/locale.ts'
import { connectivity } from '#platform/connectivity.ts'
import { forumQuery } from '#platform/forum.ts'
import type { createAppRouter } from '../router.tsx'
import { persistInPage } from '../persistence/persist-in-page.ts'
import { reloadOnChunkError } from '../updates/chunk-errors.ts'
import { handleAuthChanges } from './handle-auth-changes.ts'
import { removeStaleUserData, removeUserData } from './stale-user-data.ts'

/** Delay of the cleanup in milliseconds, after which a persistent sign-in is restored. */
const cleanupDelayMs = 5000

/**
 * Prepares what the first render needs: clocks, the restored cache, and listeners for early events. Then it registers
 * what goes on as long as the page is open: the cleanup, refetches, and the web manifest.
 */
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
      // The question that the user typed before the sign-in.
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

/** Loads the code of worker and snapshots, registers the worker, and starts to capture pages. */
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

/**
 * Links the web manifest of the interface's language, now and at each switch. The manifests have the same id, so that a
 * switch does not create a second app on the phone.
 */
function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = getManifestUrl(getLocale())
  document.head.append(link)
  onLocaleChange(() => {
    link.href = getManifestUrl(getLocale())
  })
}

const getManifestUrl = (locale: Locale): string => `/manifest.${locale}.webmanifest`

/** Links of stylesheets that failed to load and were not linked again yet. */
const failedLinks = new Set<HTMLLinkElement>()

/**
 * Links failed stylesheets again when the network is back. The bundler's helper requests each stylesheet of a lazy chunk
 * only once, so that the next visit to the page would show it without styles.
 */
function retryFailedStylesheets(): void {
  // In the capture phase, since the error of an element does not bubble.
  addEventListener('error', ({ target }) => void (isStylesheetLink(target) && failedLinks.add(target)), true)
  connectivity.subscribe(() => {
    if (!connectivity.isOffline()) relinkStylesheets()
  })
}

const isStylesheetLink = (target: EventTarget | null): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === 'stylesheet'

/** Replaces each failed link by a copy, which makes the browser request it again. */
function relinkStylesheets(): void {
  const links = [...failedLinks]
  failedLinks.clear()
  for (const link of links) link.replaceWith(link.cloneNode())
}

/** Interval of retries while the browser is online but the server does not respond, in milliseconds. */
const retryIntervalMs = 20_000

/**
 * Refetches the active queries as soon as the server responds again. Sends one request whenever an installed app becomes
 * visible: fresh data is not refetched, so without this request the app would not notice a missing network.
 */
function refetchOnReconnect(queryClient: QueryClient): void {
  const refetchActive = () => {
    // A request that is running is not started again.
    void queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false })
  }
  let wasOffline = connectivity.isOffline()
  connectivity.subscribe(() => {
    const isOffline = connectivity.isOffline()
    if (wasOffline && !isOffline) refetchActive()
    wasOffline = isOffline
  })
  setInterval(() => {
    if (connectivity.isOffline() && !connectivity.hasNoNetwork() && document.visibilityState === 'visible')
      refetchActive()
  }, retryIntervalMs)
  /** The forum's setting is small, and every page needs it. A worker's page may have been shown without the network. */
  const refetchForum = () => {
    if (document.visibilityState === 'visible' && navigator.serviceWorker?.controller)
      void queryClient.prefetchQuery({ ...forumQuery(), staleTime: 0 })
  }
  refetchForum()
  document.addEventListener('visibilitychange', refetchForum)
}
