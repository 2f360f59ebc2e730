import { expect, test } from 'vitest'
import type { JournalRecord, TestRecord } from './journal.ts'
import { formatReport, summarize } from './report.ts'

function createTest(overrides: Partial<TestRecord>): TestRecord {
  return {
    kind: 'test',
    stage: 'unit',
    project: 'app',
    file: 'src/a.test.ts',
    titles: ['group', 'is one'],
    state: 'passed',
    ms: 1,
    ...overrides,
  }
}

const records: JournalRecord[] = [
  { kind: 'run', suite: 'gate', part: '', sources: 'a' },
  createTest({ stage: 'checks', project: '', file: '', titles: ['lint'], ms: 9000 }),
  { kind: 'stage', stage: 'checks', ms: 9000 },
  createTest({ ms: 1200 }),
  createTest({ titles: ['is two'], state: 'failed', why: 'Error: three' }),
  createTest({ titles: ['is later'], state: 'skipped', ms: 0 }),
  { kind: 'stage', stage: 'unit', ms: 2000 },
  { kind: 'stage', stage: 'unit', ms: 1000 },
]

test('a report shows the stages with their seconds, the slowest tests, what failed, and ends with the counts', () => {
  expect(formatReport(summarize(records)).split('\n')).toEqual([
    '',
    'stage   seconds  passed  failed  skipped',
    'checks        9       1       0        0',
    'unit          3       1       1        1',
    'all          12       2       1        1',
    '',
    'The 3 slowest tests, in seconds:',
    '    1.2  app src/a.test.ts › group › is one',
    '    0.0  app src/a.test.ts › is two',
    '    0.0  app src/a.test.ts › is later',
    '',
    '✗ app src/a.test.ts › is two: Error: three',
    '2 passed, 1 failed, 1 skipped',
  ])
})

test('at most 20 of the slowest tests are named, the slowest first', () => {
  const many = Array.from({ length: 30 }, (_, index) => createTest({ ms: index }))
  const { slowest } = summarize(many)
  expect(slowest.map(({ ms }) => ms)).toEqual(Array.from({ length: 20 }, (_, index) => 29 - index))
})

test('nothing skipped is not mentioned, and an interrupted run says so before the counts', () => {
  const lines = formatReport(summarize(records.slice(0, 3)), true).split('\n')
  expect(lines.at(-2)).toMatch(/^Interrupted/)
  expect(lines.at(-1)).toBe('1 passed, 0 failed')
})
