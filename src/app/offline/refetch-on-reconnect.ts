import type { QueryClient } from '@tanstack/react-query'
import { connectivity } from '#lib/connectivity.ts'
import { forumQuery } from '#lib/forum.ts'

/** Interval of retries while the browser is online but the server does not respond, in milliseconds. */
const tryEveryMs = 20_000

/**
 * Brings the screen up to date as soon as the server answers again. Asks the server whenever a saved app comes to the
 * front: fresh data are not fetched, and without a call a dead network would not show.
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
    if (connectivity.isOffline() && !connectivity.isCut() && document.visibilityState === 'visible') refresh()
  }, tryEveryMs)
  const askServer = () => {
    if (document.visibilityState === 'visible' && navigator.serviceWorker?.controller)
      void queryClient.prefetchQuery({ ...forumQuery(), staleTime: 0 })
  }
  askServer()
  document.addEventListener('visibilitychange', askServer)
}
