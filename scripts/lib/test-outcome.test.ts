import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addOutcomes, playwrightOutcome, vitestOutcome } from './test-outcome.ts'

const folder = await mkdtemp(join(tmpdir(), 'outcome-'))

async function report(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(content))
  return path
}

test('failed tests and files that do not load are named with why', async () => {
  const path = await report('vitest.json', {
    numPassedTests: 3,
    numPendingTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'is one', status: 'failed', failureMessages: ['Error: two\n    at a.test.ts'] },
          { fullName: 'is well', status: 'passed', failureMessages: [] },
          { fullName: 'is late', status: 'passed', failureMessages: ['Error: too soon'] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  })
  expect(await vitestOutcome(path, 1)).toEqual({
    passed: 3,
    skipped: 1,
    failed: ['a.test.ts › is one: Error: two', 'b.test.ts › the file: no such module'],
    flaky: ['a.test.ts › is late: Error: too soon'],
  })
})

test('a browser test that passed at its second try has passed; one that did not is named with its device', async () => {
  const path = await report('playwright.json', {
    stats: { expected: 2, flaky: 1, skipped: 0 },
    suites: [
      {
        suites: [
          {
            specs: [
              {
                title: 'opens',
                file: 'e2e/home.spec.ts',
                tests: [
                  { projectName: 'phone', status: 'unexpected', results: [{ error: { message: 'gone' } }] },
                ],
              },
              {
                title: 'closes',
                file: 'e2e/home.spec.ts',
                tests: [
                  { projectName: 'phone', status: 'flaky', results: [{ error: { message: 'slow' } }, {}] },
                ],
              },
            ],
          },
        ],
      },
    ],
  })
  expect(await playwrightOutcome(path, 1)).toEqual({
    passed: 3,
    skipped: 0,
    failed: ['phone e2e/home.spec.ts › opens: gone'],
    flaky: ['phone e2e/home.spec.ts › closes: slow'],
  })
})

test('a run without a report, or that failed without a failed test, is a failure', async () => {
  expect((await vitestOutcome(join(folder, 'none.json'), 1)).failed).toHaveLength(1)
  const none = { passed: 0, skipped: 0, failed: [], flaky: [] }
  const path = await report('clean.json', { numPassedTests: 5, numPendingTests: 0, testResults: [] })
  expect(addOutcomes(none, await vitestOutcome(path, 0))).toEqual({ ...none, passed: 5 })
  expect((await vitestOutcome(path, 1)).failed).toEqual([
    'Vitest ended with exit code 1 without a failed test',
  ])
})
