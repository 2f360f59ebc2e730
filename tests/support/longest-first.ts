import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take most of the time, the longest first, where nothing is known of an earlier run. */
const longest = [
  'messages-killed',
  'writes-killed',
  'hostile-routes',
  'doctor',
  'races',
  'backup',
  'hostile-bytes',
  'changes',
  'commands',
  'gate-of-writes',
  'restore-killed',
  'uploads-faults',
  'import-killed-rows',
  'import-one-bad-row',
  'import-bad-files',
  'import-encodings',
  'import-command',
  'messages-stopped',
]

/** Begins with the files that take long: one that began last would have a core of its own while the other idles. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's, which returns a promise of another list
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/api/${name}.test.ts`))
  return place < 0 ? longest.length : place
}
