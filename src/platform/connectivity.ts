import { createStore, useSelector, type Store } from '@tanstack/react-store'

/** Whether the server can be reached: the browser's state, corrected by the results of requests. */
interface Connectivity {
  /** True while the browser is offline, or after a request without a response of the forum's server. */
  isOffline: () => boolean
  /** The store behind `isOffline`, for components. */
  offline: Store<boolean>
  /**
   * True while the browser has no network, so that every request is sure to fail and none is made. Always false on the
   * machine that serves the app, since localhost needs no network.
   */
  hasNoNetwork: () => boolean
  /** Reports a response of the forum's server, with any status. */
  reportResponse: () => void
  /** Reports a request without such a response: no network, timeout, or the page of a captive portal. */
  reportFailure: () => void
  /**
   * Reports the browser's events `online` and `offline`. `true` does not prove that the server can be reached. It only
   * revokes earlier reports that it cannot, so that the next request decides.
   */
  reportBrowser: (isOnline: boolean) => void
  /** Calls back when the app goes offline or online. Returns the function that ends it. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Creates a connectivity that knows only what is reported to it.
 * @param isInitiallyOnline the browser's state at the start
 * @param isLocalhost true when the app was opened from localhost, which needs no network
 */
export function createConnectivity(isInitiallyOnline: boolean, isLocalhost = false): Connectivity {
  /** The last report of the browser. */
  let browserOnline = isInitiallyOnline
  /** True after a request without a response of the forum's server. */
  let isUnreachable = false
  const offline = createStore(!isInitiallyOnline)
  const updateState = (update: () => void) => {
    update()
    offline.setState(() => !browserOnline || isUnreachable)
  }
  return {
    offline,
    isOffline: () => offline.state,
    hasNoNetwork: () => !browserOnline && !isLocalhost,
    reportResponse: () =>
      updateState(() => {
        isUnreachable = false
        // On localhost a response proves more than the browser's state. Elsewhere it may have been sent before the loss.
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
    subscribe: (listener) => offline.subscribe(listener).unsubscribe,
  }
}

/**
 * True for a page without a service worker: it has just been loaded over the network, whatever the browser reports.
 * True while prerendering as well, where there is no `navigator`.
 */
const isLoadedFromNetwork = !globalThis.navigator?.serviceWorker?.controller

/** Matches `localhost`, `127.0.0.1` and `[::1]`. */
const isLocalhost = /^(localhost|127\.[\d.]+|\[::1\])$/.test(globalThis.location?.hostname ?? '')

/** The app's connectivity. The HTTP client reports to it. */
export const connectivity = createConnectivity(isLoadedFromNetwork || navigator.onLine, isLocalhost)

/** Returns true while the server cannot be reached. */
export function useIsOffline(): boolean {
  return useSelector(connectivity.offline)
}
