import { full, type TestMark } from './marks.ts'

/** A size of a test that runs in two sizes, and the options of its test. */
export interface TestSize<Size> {
  size: Size
  mark: Partial<TestMark>
}

/**
 * Sizes of a kill, flood, race or hostile-input test, to loop over. The gate runs the small one, which finds a missing
 * rule; the full suite also runs the large one, which finds rare failures.
 * @param reason cost of the large size
 */
export function twoSizes<Size>(small: Size, large: Size, reason: string): readonly TestSize<Size>[] {
  return [
    { size: small, mark: {} },
    { size: large, mark: full(reason) },
  ]
}
