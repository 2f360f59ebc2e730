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
  /** Reports the browser's state. `true` proves nothing, so it only revokes an earlier `false`. */
  reportBrowser: (online: boolean) => void
  /** Calls back when the app goes offline or online. Returns the function that ends it. */
  subscribe: (listener: () => void) => () => void
}

/**
 * @param online the initial state
 * @param isLocalhost true when the app was opened from localhost, which needs no network
 */
export function createConnectivity(online: boolean, isLocalhost = false): Connectivity {
  let browserOnline = online
  /** True after a request without a response of the forum's server. */
  let isUnreachable = false
  const offline = createStore(!online)
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
    subscribe: (listener) => offline.subscribe(listener).unsubscribe,
  }
}

/** A page without a service worker has just been loaded over the network, whatever the browser reports. */
const isLoadedFromNetwork = !globalThis.navigator?.serviceWorker?.controller

const isLocalhost = /^(localhost|127\.[\d.]+|\[::1\])$/.test(globalThis.location?.hostname ?? '')

/** The app's connectivity. The HTTP client reports to it. */
export const connectivity = createConnectivity(isLoadedFromNetwork || navigator.onLine, isLocalhost)

/** Returns true while the server cannot be reached. */
export function useIsOffline(): boolean {
  return useSelector(connectivity.offline)
}
