import { useSyncExternalStore } from 'react'

/** Whether the server can be reached: the browser's state, corrected by the results of requests. */
export interface Connectivity {
  /** True while the browser is offline, or after a request without a response of the forum's server. */
  isOffline: () => boolean
  /**
   * True while the browser has no network, so that every request is sure to fail and none is made. Always false on the
   * machine that serves the app, since localhost needs no network.
   */
  isCut: () => boolean
  /** Reports a response of the forum's server, with any status. */
  reportAnswer: () => void
  /** Reports a request without such a response: no network, timeout, or the page of a captive portal. */
  reportFailure: () => void
  /** Reports the browser's state. `true` proves nothing, so it only revokes an earlier `false`. */
  reportBrowser: (online: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * @param online the initial state
 * @param ownMachine true when the app was opened from localhost
 */
export function createConnectivity(online: boolean, ownMachine = false): Connectivity {
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
    isCut: () => !browserOnline && !ownMachine,
    reportAnswer: () =>
      change(() => {
        unanswered = false
        // Elsewhere the response was on its way when the network was lost.
        if (ownMachine) browserOnline = true
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

/** A page without a service worker has just been loaded over the network, whatever the browser reports. */
const cameOverNetwork = !globalThis.navigator?.serviceWorker?.controller

const ownMachine = /^(localhost|127\.[\d.]+|\[::1\])$/.test(globalThis.location?.hostname ?? '')

/** The app's connectivity. The HTTP client reports to it. */
export const connectivity = createConnectivity(cameOverNetwork || navigator.onLine, ownMachine)

/** Returns true while the server cannot be reached. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOffline, () => false)
}
