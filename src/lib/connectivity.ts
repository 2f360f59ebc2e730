import { useSyncExternalStore } from 'react'

/** Whether the server can be reached: what the browser says, corrected by what calls meet. */
export interface Connectivity {
  /** True while the browser says "offline" or the last call got no answer of our server. */
  isOffline: () => boolean
  /** A call was answered by our server, whatever the status. */
  reportAnswer: () => void
  /** A call got no answer: no network, time-out, or a stranger's page (captive portal). */
  reportFailure: () => void
  /** The browser's own opinion changed. `true` proves nothing, so it only takes back an earlier "offline". */
  reportBrowser: (online: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/** @param online what the browser says at the start */
export function createConnectivity(online: boolean): Connectivity {
  let browserOnline = online
  let unanswered = false
  const listeners = new Set<() => void>()
  const change = (set: () => void) => {
    const before = !browserOnline || unanswered
    set()
    if (before !== (!browserOnline || unanswered)) for (const listener of listeners) listener()
  }
  return {
    isOffline: () => !browserOnline || unanswered,
    reportAnswer: () =>
      change(() => {
        unanswered = false
        browserOnline = true
      }),
    reportFailure: () =>
      change(() => {
        unanswered = true
      }),
    reportBrowser: (isOnline) =>
      change(() => {
        browserOnline = isOnline
        if (isOnline) unanswered = false
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The app's one connectivity. The http client reports to it. */
export const connectivity = createConnectivity(globalThis.navigator?.onLine ?? true)

/** Follows the connectivity in a component: true while the server cannot be reached. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOffline, () => false)
}
