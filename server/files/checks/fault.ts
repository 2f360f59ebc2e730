/** Why a file cannot be taken, apart from size and kind. */
export type FileFault =
  | 'unreadable'
  | 'active_content'
  | 'too_many_pixels'
  | 'too_few_pixels'
  | 'locked'
  | 'locked_or_old'

/** A file that a check does not let pass. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
  readonly fault: FileFault

  constructor(fault: FileFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}
