import { createHttpError } from '#server/errors.ts'

/** Seconds after which a caller who was turned away may try again. */
const retryAfterSeconds = 2

/** Lets expensive work in: so much at once, so much waiting, and the rest is turned away. */
export interface ConcurrencyLimit {
  /** @throws Refusal `server.busy` when too many wait already */
  pass<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Makes a gate. What waits is let in in the order in which it came. */
export function createConcurrencyLimit(limits: { running: number; waiting: number }): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    pass: async (work) => {
      if (running >= limits.running) {
        if (waiting.length >= limits.waiting) throw createHttpError('server.busy', { retryAfterSeconds })
        // Whoever leaves hands its place over, so the count stays as it is.
        await new Promise<void>((enter) => waiting.push(enter))
      } else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
