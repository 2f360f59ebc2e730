import type { QueryClient } from '@tanstack/react-query'
import { connectivity } from '#platform/connectivity.ts'
import { forumQuery } from '#platform/forum.ts'

/** Interval of retries while the browser is online but the server does not respond, in milliseconds. */
const retryIntervalMs = 20_000

/**
 * Refetches the active queries as soon as the server responds again. Sends one request whenever an installed app becomes
 * visible: fresh data is not refetched, so without this request the app would not notice a missing network.
 */
export function refetchOnReconnect(queryClient: QueryClient): void {
  const refresh = () => {
    void queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false })
  }
  let wasOffline = connectivity.isOffline()
  connectivity.subscribe(() => {
    const isOffline = connectivity.isOffline()
    if (wasOffline && !isOffline) refresh()
    wasOffline = isOffline
  })
  setInterval(() => {
    if (connectivity.isOffline() && !connectivity.hasNoNetwork() && document.visibilityState === 'visible')
      refresh()
  }, retryIntervalMs)
  const refetchForum = () => {
    if (document.visibilityState === 'visible' && navigator.serviceWorker?.controller)
      void queryClient.prefetchQuery({ ...forumQuery(), staleTime: 0 })
  }
  refetchForum()
  document.addEventListener('visibilitychange', refetchForum)
}
