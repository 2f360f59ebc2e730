import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds of the files that take longest, measured on two cores with all tests of the full suite. */
export const secondsOfFiles: Readonly<Record<string, number>> = {
  'tests/api/writes-killed.test.ts': 147,
  'tests/api/messages-killed.test.ts': 146,
  'tests/api/races.test.ts': 59,
  'tests/api/import-killed-rows.test.ts': 47,
  'tests/api/backup.test.ts': 47,
  'tests/api/hostile-routes.test.ts': 39,
  'tests/api/doctor.test.ts': 38,
  'tests/api/import-export-round.test.ts': 34,
  'tests/api/import-gate.test.ts': 32,
  'tests/api/import-bad-files.test.ts': 31,
  'tests/api/hostile-bytes.test.ts': 30,
  'tests/api/changes.test.ts': 29,
  'tests/api/gate-of-writes.test.ts': 25,
  'tests/api/message-channels.test.ts': 17,
  'tests/api/uploads-faults.test.ts': 16,
  'tests/api/import-command.test.ts': 16,
  'tests/api/commands.test.ts': 13,
  'tests/api/smuggling.test.ts': 12,
  'tests/api/import-races.test.ts': 12,
  'tests/api/import-error-file.test.ts': 11,
  'tests/api/http.test.ts': 11,
  'server/sheets/read/xlsx/workbook-faults.test.ts': 12,
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
