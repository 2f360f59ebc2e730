import { setTimeout as waitMs } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The orderly end of the server: `main.ts` starts it on a signal, `/readyz` reports it. */
export interface Drain {
  /** True from the call of `close` on. */
  isDraining(): boolean
  /** Lets requests finish and closes the server. Resolves when it is closed, or when its time is over. */
  close(app: FastifyInstance): Promise<void>
}

/** Time for load balancers to see 503 on /readyz while requests are still accepted, in milliseconds. */
const noticeMs = 1000
/** Longest wait for running requests, in milliseconds: the server promises to end within 10 s of SIGTERM. */
const finishTimeoutMs = 7000
/** Longest wait for the close hooks, in milliseconds: a disk or database that hangs must not block the end. */
const closeTimeoutMs = 1500

/**
 * Creates the drain that SIGTERM starts.
 * @param wait resolves after so many milliseconds; tests pass one that they control
 */
export function createDrain(wait: typeof waitMs = waitMs): Drain {
  let isDraining = false
  return {
    isDraining: () => isDraining,
    close: async (app) => {
      isDraining = true
      // Without a connection no load balancer checks the server, so nobody needs the notice.
      if (await hasConnections(app)) await wait(noticeMs)
      const closing = app.close()
      const timeout = wait(finishTimeoutMs, 'late', { ref: false })
      if ((await Promise.race([closing, timeout])) !== 'late') return
      // Requests that still run are cut off, so that the close hooks (messages, database) can follow.
      app.server.closeAllConnections()
      await Promise.race([closing, wait(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}

function hasConnections(app: FastifyInstance): Promise<boolean> {
  return new Promise((resolve) => {
    app.server.getConnections((error, count) => resolve(!error && count > 0))
  })
}
