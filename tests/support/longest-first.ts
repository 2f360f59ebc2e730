import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Durations in seconds of the slowest files, measured on two cores with the full suite. */
export const secondsOfFiles: Readonly<Record<string, number>> = {
  'tests/e2e/every-screen.spec.ts': 700,
  'tests/e2e/keyboard.spec.ts': 230,
  'tests/offline/without-worker.spec.ts': 190,
  'tests/api/messages-killed.test.ts': 170,
  'tests/api/writes-killed.test.ts': 157,
  'tests/api/import-rules.test.ts': 90,
  'tests/api/import-killed-rows.test.ts': 87,
  'tests/api/import-gate.test.ts': 62,
  'tests/component/screens.test.tsx': 50,
  'tests/api/gate-of-writes.test.ts': 42,
  'tests/api/hostile-routes.test.ts': 39,
  'tests/api/races.test.ts': 34,
  'tests/api/hostile-bytes.test.ts': 30,
  'tests/api/uploads-faults.test.ts': 30,
  'tests/api/import-races.test.ts': 22,
  'tests/component/console-list.test.tsx': 20,
  'tests/component/register-sending.test.tsx': 20,
}

/** Runs slow files first: a slow file at the end would occupy one core while the other idles. */
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
