import { createHttpError } from '#server/errors.ts'

/** Exports of one person at a time: a second one while the first is still being saved. */
const ownPlaces = 2
/** Exports at a time: each holds a connection to the database, of which there are ten. */
const allPlaces = 4
/** An export of some 50,000 rows takes as long. */
const retryAfterSeconds = 10

/** Counts the exports that are under way. */
export interface ExportLimiter {
  /**
   * Takes a place. @returns gives it back
   * @throws Refusal when there is none
   */
  take(callerId: string): () => void
}

export function createExportLimiter(): ExportLimiter {
  const byCaller = new Map<string, number>()
  let taken = 0
  return {
    take: (callerId) => {
      const own = byCaller.get(callerId) ?? 0
      if (own >= ownPlaces) throw createHttpError('rate.limited', { retryAfterSeconds })
      if (taken >= allPlaces) throw createHttpError('server.busy', { retryAfterSeconds })
      byCaller.set(callerId, own + 1)
      taken += 1
      return () => {
        taken -= 1
        const left = (byCaller.get(callerId) ?? 1) - 1
        if (left > 0) byCaller.set(callerId, left)
        else byCaller.delete(callerId)
      }
    },
  }
}
