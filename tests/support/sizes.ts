import { full, type TestMark } from './marks.ts'

/** A size of a test that runs in two, and the options that its test takes. */
export interface TestSize<Size> {
  size: Size
  mark: Partial<TestMark> & { timeout?: number }
}

/** Limit for a large size, in milliseconds: it does several times the work of the gate's size, whose limit is 30 s. */
const largeTimeoutMs = 300_000

/**
 * Sizes of a kill, flood, race or hostile-input test, to be looped over: the gate runs the small one, which finds a
 * rule that is gone; the full suite runs the large one too, which finds what fails once in a hundred times.
 * @param reason what the large size costs
 */
export function twoSizes<Size>(small: Size, large: Size, reason: string): readonly TestSize<Size>[] {
  return [
    { size: small, mark: {} },
    { size: large, mark: { ...full(reason), timeout: largeTimeoutMs } },
  ]
}
