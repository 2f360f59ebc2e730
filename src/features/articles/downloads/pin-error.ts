/** Why a file could not be pinned. Only after `network` can the transfer be resumed. */
export type PinErrorReason = 'network' | 'gone' | 'damaged' | 'full'

export class PinError extends Error {
  override readonly name = 'PinError'
  readonly reason: PinErrorReason

  constructor(reason: PinErrorReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}
