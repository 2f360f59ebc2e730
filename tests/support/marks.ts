/**
 * Options of a test, of Vitest and of Playwright alike: each runner reads its own properties and ignores the others.
 * Both marks are written with literal arguments, since `tests/architecture/coverage.ts` reads them from the sources.
 */
export interface TestMark {
  tags?: ['full']
  tag?: '@full'
  annotation?: { type: 'full'; description: string }
}

/** Name of the tag of tests that only the full suite runs. */
export const fullTag = 'full'

/**
 * Leaves a test, or all tests of a group, to `npm run test:full`.
 * @param reason why the gate can do without it: what proves the same there, or what it costs
 */
export function full(reason: string): TestMark {
  return { tags: [fullTag], tag: `@${fullTag}`, annotation: { type: fullTag, description: reason } }
}

/**
 * Says which lines of the requirements' checklist a test proves; docs/coverage.md is generated from it.
 * @param _lines numbers of the checklist (1 to 320) and of its traps (`'T1'` to `'T50'`); `S`, `C`, `F`, `O` are lines of the security and operation lists
 */
export function covers(..._lines: readonly (number | `${'T' | 'S' | 'C' | 'F' | 'O'}${number}`)[]): TestMark {
  return {}
}
