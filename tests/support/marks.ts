/** Test options for Vitest and Playwright alike: each runner ignores the other's. */
export interface TestMark {
  tags?: ['full']
  tag?: '@full'
  annotation?: { type: 'full'; description: string }
}

/** Name of the tag of tests that only the full suite runs. */
export const fullTag = 'full'

/** Playwright's project that only the full suite runs: the phone's tests on wide screens. */
export const widthProject = 'wide'

/** Playwright's projects that the gate runs. */
export const gateProjects = ['phone', 'tablet', 'offline']

/**
 * Leaves a test, or all tests of a group, to `npm run test:full`.
 * @param reason why the gate can do without it: what proves the same there, or what it costs
 */
export function full(reason: string): Required<TestMark> {
  return { tags: [fullTag], tag: `@${fullTag}`, annotation: { type: fullTag, description: reason } }
}
