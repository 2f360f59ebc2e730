import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds of the files that take longest, measured on two cores with all tests of the full suite. */
export const secondsOfFiles: Readonly<Record<string, number>> = {
  'tests/api/messages-killed.test.ts': 160,
  'tests/api/writes-killed.test.ts': 100,
  'tests/api/hostile-routes.test.ts': 60,
  'tests/api/doctor.test.ts': 40,
  'tests/api/races.test.ts': 40,
  'tests/api/backup.test.ts': 40,
  'tests/api/hostile-bytes.test.ts': 30,
  'tests/api/changes.test.ts': 30,
  'tests/api/commands.test.ts': 30,
  'tests/api/gate-of-writes.test.ts': 30,
  'tests/api/restore-killed.test.ts': 20,
  'tests/api/uploads-faults.test.ts': 20,
  'tests/api/import-killed-rows.test.ts': 60,
  'tests/api/messages-stopped.test.ts': 10,
}

/** Begins with the files that take long: one that began last would have a core of its own while the other idles. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's, which returns a promise of another list
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => secondsOf(other) - secondsOf(one))
  }
}

function secondsOf({ moduleId, project }: TestSpecification): number {
  const file = relative(project.config.root, moduleId).replaceAll('\\', '/')
  return secondsOfFiles[file] ?? 0
}
