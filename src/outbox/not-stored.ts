import type { StoreProblem } from './store.ts'

/**
 * Why nothing was kept: the device's store, nobody is signed in, a file is larger than may wait on the device, or what
 * was to be changed is no longer there.
 */
export type NotStoredReason = StoreProblem | 'nobody' | 'too_large' | 'gone'

/** The device kept nothing, and nothing was sent: the form must stay open and say so. */
export class NotStored extends Error {
  override readonly name = 'NotStored'
  readonly reason: NotStoredReason

  constructor(reason: NotStoredReason, cause?: unknown) {
    super(`not stored: ${reason}`, { cause })
    this.reason = reason
  }
}
