import { StoreError, type StoreErrorReason } from '#platform/device-store/store.ts'

/**
 * Why nothing was stored: the store failed, no user is signed in (`nobody`), a file is larger than the outbox stores
 * (`too_large`) or can no longer be read (`gone`), or the entry to be changed does not exist (`no_entry`).
 */
export type NotStoredReason = StoreErrorReason | 'nobody' | 'too_large' | 'gone' | 'no_entry'

/** Nothing was stored and nothing was sent: the form must stay open and say so. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError'
  readonly reason: NotStoredReason

  constructor(reason: NotStoredReason, cause?: unknown) {
    super(`not stored: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Converts a StoreError of the work. @throws NotStoredError */
export const wrapStoreError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof StoreError ? new NotStoredError(error.reason, error) : error
  })
