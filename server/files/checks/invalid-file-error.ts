/** Why a file cannot be taken, apart from size and kind. */
export type InvalidFileReason =
  | 'unreadable'
  | 'active_content'
  | 'too_many_pixels'
  | 'too_few_pixels'
  | 'locked'
  | 'locked_or_old'

/** A file that a check does not let pass. */
export class InvalidFileError extends Error {
  override readonly name = 'InvalidFileError'
  readonly reason: InvalidFileReason

  constructor(reason: InvalidFileReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}
