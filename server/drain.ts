import { setTimeout as waitMs } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface Drain {
  isDraining(): boolean
  /** Lets requests finish and closes the server. Resolves when it is closed, or when its time is over. */
  close(app: FastifyInstance): Promise<void>
}

/** How long balancers may see 503 on /readyz while requests are still taken, in milliseconds. */
const noticeMs = 1000
/** Longest wait for requests that run, in milliseconds: with the notice, well within the 10 s of operations.md. */
const finishMs = 7000
/** Longest wait for what is closed after them, in milliseconds: a disk or database that hangs must not hold the end up. */
const closeMs = 1500

/**
 * Makes the switch that SIGTERM turns.
 * @param wait resolves after so many milliseconds
 */
export function createDrain(wait: typeof waitMs = waitMs): Drain {
  let isDraining = false
  return {
    isDraining: () => isDraining,
    close: async (app) => {
      isDraining = true
      if (await hasConnections(app)) await wait(noticeMs)
      const closed = app.close()
      const late = wait(finishMs, 'late', { ref: false })
      if ((await Promise.race([closed, late])) !== 'late') return
      app.server.closeAllConnections()
      await Promise.race([closed, wait(closeMs, undefined, { ref: false })])
    },
  }
}

function hasConnections(app: FastifyInstance): Promise<boolean> {
  return new Promise((resolve) => {
    app.server.getConnections((error, count) => resolve(!error && count > 0))
  })
}
