/** Why a file could not be kept. Only after `network` is it worth going on where it broke off. */
export type PinErrorReason = 'network' | 'gone' | 'damaged' | 'full'

export class PinError extends Error {
  override readonly name = 'PinError'
  readonly problem: PinErrorReason

  constructor(problem: PinErrorReason, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}
