import { StoreError, type StoreErrorReason } from '#lib/device-store/store.ts'

/**
 * Why nothing was kept: the device's store, nobody is signed in, a file is larger than may wait on the device or cannot
 * be read any more, or what was to be changed is no longer there.
 */
export type NotStoredReason = StoreErrorReason | 'nobody' | 'too_large' | 'gone' | 'no_entry'

/** The device kept nothing, and nothing was sent: the form must stay open and say so. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError'
  readonly reason: NotStoredReason

  constructor(reason: NotStoredReason, cause?: unknown) {
    super(`not stored: ${reason}`, { cause })
    this.reason = reason
  }
}

/** @throws NotStoredError when the device did not do it */
export const wrapStoreError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof StoreError ? new NotStoredError(error.problem, error) : error
  })
