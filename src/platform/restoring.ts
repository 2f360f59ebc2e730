import { withTimeLimit } from './time-limit.ts'

/** Timeout of the restore for a page of a signed-in user, in milliseconds. */
const limitMs = 800

let lastRestore: Promise<void> | undefined

/** Registers the restore of a user's persisted queries. */
export const trackRestore = (restoring: Promise<void>): void => void (lastRestore = restoring)

/** Settles when the user's persisted queries are restored, or after a timeout. */
export const waitForRestore = async (): Promise<void> =>
  withTimeLimit(lastRestore ?? Promise.resolve(), limitMs, undefined)
