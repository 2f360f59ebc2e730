import { full, type TestMark } from './marks.ts'

/** A size of a test that runs in two, and the options that its test takes. */
export interface TestSize<Size> {
  size: Size
  mark: Partial<TestMark>
}

/**
 * Sizes of a kill, flood, race or hostile-input test, to be looped over: the gate runs the small one, which finds a
 * rule that is gone; the full suite runs the large one too, which finds what fails once in a hundred times.
 * @param reason what the large size costs
 */
export function twoSizes<Size>(small: Size, large: Size, reason: string): readonly TestSize<Size>[] {
  return [
    { size: small, mark: {} },
    { size: large, mark: full(reason) },
  ]
}
