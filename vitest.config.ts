import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { componentProject } from './tests/component/support/project.ts'
import { projectFiles } from './scripts/lib/test-run/stages.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { fullTag } from './tests/support/marks.ts'

/** Property tests on a machine with much else to do: five seconds would measure the machine. */
const unitTimeout = 30_000

/** Limit of `expect.poll`, in milliseconds: the default of one second fails on a busy machine. */
const expectOptions = { poll: { timeout: 20_000 } }

const setupFiles = ['tests/support/property-seed.ts']

const app = {
  include: projectFiles.app,
  setupFiles,
  testTimeout: unitTimeout,
  expect: expectOptions,
  unstubGlobals: true,
}

const mockingFiles = globSync(projectFiles.app).filter((path) =>
  /\bvi\.(?:mock|doMock|resetModules)\(/.test(readFileSync(path, 'utf8')),
)

export default defineConfig({
  test: {
    // With one file per core, tests that wait for processes, databases or browsers leave the cores idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    tags: [{ name: fullTag, description: 'only in `npm run test:full`; the reason stands at the test' }],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: projectFiles.unit,
          setupFiles,
          testTimeout: unitTimeout,
          expect: expectOptions,
          // A file in a process of its own takes longer to start than to run. The server keeps nothing beside what it is given.
          isolate: false,
        },
      },
      { test: { ...app, name: 'app', exclude: mockingFiles, isolate: false } },
      // What is put in the place of a module stays there: these files have a process of their own.
      { test: { ...app, name: 'app-mocked', include: mockingFiles } },
      componentProject,
      // Reads dist/: `npm test` builds first.
      { test: { name: 'build', include: projectFiles.build } },
      {
        test: {
          name: 'api',
          include: projectFiles.api,
          setupFiles,
          globalSetup: ['tests/support/postgres-setup.ts'],
          // As with `unit`: what the server keeps in a module lies under the database or the definition it belongs to.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 120_000,
          expect: expectOptions,
        },
      },
    ],
  },
})
