import type { QueryClient } from '@tanstack/react-query'
import { connectivity } from '#lib/connectivity.ts'

/** Between two tries while calls stay unanswered though the browser sees a network, in milliseconds. */
const tryEveryMs = 20_000

/** Looks for the way back: brings the screen up to date as soon as the server answers again. */
export function followConnectivity(queryClient: QueryClient): void {
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
}
