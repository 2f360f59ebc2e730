import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../run.ts'
import { journalVariable, readJournal, stageVariable, writeJournal, type JournalRecord } from './journal.ts'
import { createProcesses } from './processes.ts'

// Inside the project, where packages are found, in a folder that git ignores.
const results = join(root, 'test-results')
mkdirSync(results, { recursive: true })
const place = mkdtempSync(join(results, 'reporters-'))
const processes = createProcesses()
afterAll(async () => {
  await processes.end()
  rmSync(place, { recursive: true, force: true })
})

/** Runs a real runner on files in their own folder. @returns the records in the journal */
async function runOn(files: Record<string, string>, command: string[]): Promise<JournalRecord[]> {
  const folder = mkdtempSync(join(place, 'run-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const journal = join(folder, 'journal.jsonl')
  writeJournal(journal, [])
  const [program = '', ...args] = command
  const env = { [journalVariable]: journal, [stageVariable]: 'stage', CI: '' }
  await processes.run(program, args, { cwd: folder, env, isCollected: true })
  return readJournal(journal)
}

/** Formats a line per record, in a fixed order. */
function describeRecords(records: readonly JournalRecord[]): string[] {
  const lines = records.flatMap((record) => {
    if (record.kind === 'file') return [`finished ${record.file}`]
    if (record.kind !== 'test') return []
    const { state, project, file, titles, why } = record
    return [[state, project, file, titles.join(' › '), ...(why === undefined ? [] : [why])].join(', ')]
  })
  return lines.toSorted()
}

const reporter = (name: string): string => join(import.meta.dirname, name)

test('Vitest’s tests, hooks and files that fail are in the journal, what is filtered out is not', async () => {
  const records = await runOn(
    {
      'vitest.config.js': `export default { test: { tags: [{ name: 'full' }], projects: [{ test: { name: 'p', include: ['*.case.js'] } }] } }`,
      'some.case.js': `
        import { beforeAll, describe, expect, test } from 'vitest'
        test('passes', () => {})
        test('fails', () => expect(1).toBe(2))
        test.skip('is skipped', () => {})
        test('is of the full suite', { tags: ['full'] }, () => {})
        describe('group', () => {
          beforeAll(() => { throw new Error('no server') })
          test('cannot run', () => {})
        })`,
      'broken.case.js': `import './missing.js'`,
    },
    ['vitest', 'run', '--tags-filter', '!full', `--reporter=${reporter('vitest-reporter.ts')}`],
  )
  expect(describeRecords(records)).toEqual([
    expect.stringMatching(/^failed, p, broken.case.js, the file, .*missing.js/),
    'failed, p, some.case.js, fails, expected 1 to be 2 // Object.is equality',
    'failed, p, some.case.js, group, no server',
    'finished broken.case.js',
    'finished some.case.js',
    'passed, p, some.case.js, passes',
    'skipped, p, some.case.js, group › cannot run',
    'skipped, p, some.case.js, is skipped',
  ])
})

test('Playwright’s tests are in the journal, with their project', async () => {
  const records = await runOn(
    {
      'playwright.config.ts': `export default { outputDir: 'out', workers: 1, testMatch: '*.case.ts', projects: [{ name: 'phone' }, { name: 'tablet', grep: /passes/ }] }`,
      'some.case.ts': `
        import { expect, test } from '@playwright/test'
        test.describe('group', () => { test('passes', () => {}) })
        test('fails', () => expect(1).toBe(2))
        test.skip('is skipped', () => {})
        test('is of the full suite', { tag: '@full' }, () => {})
        test('fails as it should', () => { test.fail(); expect(1).toBe(2) })`,
    },
    ['playwright', 'test', '--grep-invert', '@full', `--reporter=${reporter('playwright-reporter.ts')}`],
  )
  expect(describeRecords(records)).toEqual([
    'failed, phone, some.case.ts, fails, Error: expect(received).toBe(expected) // Object.is equality',
    'passed, phone, some.case.ts, fails as it should',
    'passed, phone, some.case.ts, group › passes',
    'passed, tablet, some.case.ts, group › passes',
    'skipped, phone, some.case.ts, is skipped',
  ])
})

test('a file that Playwright cannot load is a failure in the journal', async () => {
  const records = await runOn(
    {
      'playwright.config.ts': `export default { outputDir: 'out', workers: 1, testMatch: '*.case.ts' }`,
      'broken.case.ts': `import './missing.ts'`,
    },
    ['playwright', 'test', `--reporter=${reporter('playwright-reporter.ts')}`],
  )
  expect(describeRecords(records)).toContainEqual(
    expect.stringMatching(/^failed, .*outside of all tests, .*missing/),
  )
})
