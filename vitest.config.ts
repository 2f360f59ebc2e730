import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

export default defineConfig({
  test: {
    // Tests of the API wait for processes, databases and clocks half of their time: a second file uses it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{contract,server,src,sw,scripts}/**/*.test.ts',
            'tests/{architecture,support}/**/*.test.ts',
          ],
          // Property tests on a machine with much else to do: five seconds would measure the machine.
          testTimeout: 30_000,
        },
      },
      // Reads dist/: `npm test` builds first.
      { test: { name: 'build', include: ['tests/build/**/*.test.ts'] } },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          testTimeout: 30_000,
          // As in playwright.config.ts: a busy machine can starve a server or PostgreSQL. Who needs it is named.
          retry: process.env['CI'] ? 1 : 0,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
