/** Why a file is rejected, apart from size and kind. */
export type InvalidFileReason =
  | 'unreadable'
  | 'active_content'
  | 'too_many_pixels'
  | 'too_few_pixels'
  | 'locked'
  | 'locked_or_old'

/** A file that a check rejects. */
export class InvalidFileError extends Error {
  override readonly name = 'InvalidFileError'
  readonly reason: InvalidFileReason

  constructor(reason: InvalidFileReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}
