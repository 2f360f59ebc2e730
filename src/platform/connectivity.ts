import { useSyncExternalStore } from 'react'

/** Whether the server can be reached: the browser's state, corrected by the results of requests. */
export interface Connectivity {
  /** True while the browser is offline, or after a request without a response of the forum's server. */
  isOffline: () => boolean
  /**
   * True while the browser has no network, so that every request is sure to fail and none is made. Always false on the
   * machine that serves the app, since localhost needs no network.
   */
  hasNoNetwork: () => boolean
  /** Reports a response of the forum's server, with any status. */
  reportResponse: () => void
  /** Reports a request without such a response: no network, timeout, or the page of a captive portal. */
  reportFailure: () => void
  /** Reports the browser's state. `true` proves nothing, so it only revokes an earlier `false`. */
  reportBrowser: (online: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * @param online the initial state
 * @param isLocalhost true when the app was opened from localhost, which needs no network
 */
export function createConnectivity(online: boolean, isLocalhost = false): Connectivity {
  let browserOnline = online
  let isUnreachable = false
  const listeners = new Set<() => void>()
  const updateState = (update: () => void) => {
    const wasOffline = !browserOnline || isUnreachable
    update()
    if (wasOffline !== (!browserOnline || isUnreachable)) for (const listener of listeners) listener()
  }
  return {
    isOffline: () => !browserOnline || isUnreachable,
    hasNoNetwork: () => !browserOnline && !isLocalhost,
    reportResponse: () =>
      updateState(() => {
        isUnreachable = false
        // On other hosts the response may have been sent before the network was lost.
        if (isLocalhost) browserOnline = true
      }),
    reportFailure: () =>
      updateState(() => {
        isUnreachable = true
      }),
    reportBrowser: (isOnline) =>
      updateState(() => {
        browserOnline = isOnline
        if (isOnline) isUnreachable = false
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A page without a service worker has just been loaded over the network, whatever the browser reports. */
const isLoadedFromNetwork = !globalThis.navigator?.serviceWorker?.controller

const isLocalhost = /^(localhost|127\.[\d.]+|\[::1\])$/.test(globalThis.location?.hostname ?? '')

/** The app's connectivity. The HTTP client reports to it. */
export const connectivity = createConnectivity(isLoadedFromNetwork || navigator.onLine, isLocalhost)

/** Returns true while the server cannot be reached. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOffline, () => false)
}
