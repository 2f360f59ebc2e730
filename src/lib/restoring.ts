import { withTimeLimit } from './time-limit.ts'

/** The longest that a page of a signed-in person waits for the device, in milliseconds (offline.md 2). */
const limitMs = 800

let last: Promise<void> | undefined

/** Says that what a person has read before is on its way from the device. */
export const noteRestoring = (restoring: Promise<void>): void => void (last = restoring)

/** Settles when what the signed-in person has read before is there, or the device does not say in time. */
export const untilRestored = async (): Promise<void> =>
  withTimeLimit(last ?? Promise.resolve(), limitMs, undefined)
