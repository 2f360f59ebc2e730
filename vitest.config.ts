import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { fullTag } from './tests/support/marks.ts'

/** Property tests on a machine with much else to do: five seconds would measure the machine. */
const unitTimeout = 30_000

export default defineConfig({
  test: {
    // Tests of the API wait for processes, databases and clocks half of their time: a second file uses it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    tags: [{ name: fullTag, description: 'only in `npm run test:full`; the reason stands at the test' }],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,server,scripts}/**/*.test.ts', 'tests/{architecture,support}/**/*.test.ts'],
          testTimeout: unitTimeout,
          // A file in a process of its own takes longer to start than to run. The server keeps nothing beside what it is given.
          isolate: false,
        },
      },
      // The app does: one tab is one process, and its tests put their own parts in the place of modules.
      { test: { name: 'app', include: ['{src,sw}/**/*.test.ts'], testTimeout: unitTimeout } },
      // Reads dist/: `npm test` builds first.
      { test: { name: 'build', include: ['tests/build/**/*.test.ts'] } },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          // As with `unit`: what the server keeps in a module lies under the database or the definition it belongs to.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
