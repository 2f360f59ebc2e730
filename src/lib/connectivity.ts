import { useSyncExternalStore } from 'react'

/** Whether the server can be reached: what the browser says, corrected by what calls meet. */
export interface Connectivity {
  /** True while the browser says "offline" or the last call got no answer of our server. */
  isOffline: () => boolean
  /**
   * True while a call is sure to fail, so that none is made: the browser has no network at all. Not on the machine that
   * serves the app, whose own address needs no network.
   */
  isCut: () => boolean
  /** A call was answered by our server, whatever the status. */
  reportAnswer: () => void
  /** A call got no answer: no network, time-out, or a stranger's page (captive portal). */
  reportFailure: () => void
  /** The browser's own opinion changed. `true` proves nothing, so it only takes back an earlier "offline". */
  reportBrowser: (online: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * @param online what is known at the start
 * @param ownMachine whether the app was opened at an address of this very machine
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
        // Elsewhere it was on its way when the network went.
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

/** A page without a worker over it has just come over the network, whatever the browser says of networks. */
const cameOverNetwork = !globalThis.navigator?.serviceWorker?.controller

const ownMachine = /^(localhost|127\.[\d.]+|\[::1\])$/.test(globalThis.location?.hostname ?? '')

/** The app's one connectivity. The http client reports to it. */
export const connectivity = createConnectivity(cameOverNetwork || navigator.onLine, ownMachine)

/** Follows the connectivity in a component: true while the server cannot be reached. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOffline, () => false)
}
