import { expect, test } from 'vitest'
import type { JournalRecord, RunRecord, TestRecord } from './journal.ts'
import type { StagePlan } from './plan.ts'
import { continueRun, findObstacle } from './resume.ts'
import { stages } from './stages.ts'

const run: RunRecord = { kind: 'run', suite: 'full', part: '2/4', sources: 'a' }

function createTest(
  stage: string,
  file: string,
  title: string,
  state: TestRecord['state'] = 'passed',
): TestRecord {
  return { kind: 'test', stage, project: stage, file, titles: [title], state, ms: 1 }
}

function createPlan(name: string, files: string[]): StagePlan {
  const stage = stages.find((one) => one.name === name)
  if (!stage) throw new Error(`no stage ${name}`)
  return { stage, files, isCounted: true }
}

test('files of Vitest are retained when all of their tests passed, browser tests one by one', () => {
  const whole: JournalRecord[] = [
    run,
    createTest('checks', '', 'lint'),
    createTest('checks', '', 'formatting', 'failed'),
    createTest('api', 'a.test.ts', 'one'),
    createTest('api', 'a.test.ts', 'two', 'skipped'),
    { kind: 'file', stage: 'api', file: 'a.test.ts' },
    { kind: 'stage', stage: 'api', ms: 7 },
  ]
  const broken: JournalRecord[] = [
    createTest('api', 'b.test.ts', 'one'),
    createTest('api', 'b.test.ts', 'two', 'failed'),
    { kind: 'file', stage: 'api', file: 'b.test.ts' },
    createTest('api', 'cut-off.test.ts', 'one'),
    createTest('browser', 'c.spec.ts', 'two', 'failed'),
    createTest('browser', 'c.spec.ts', 'cannot › be named'),
  ]
  const passed = createTest('browser', 'c.spec.ts', 'one')
  const plan = [
    createPlan('checks', []),
    createPlan('api', ['a.test.ts', 'b.test.ts', 'cut-off.test.ts', 'new.test.ts']),
    createPlan('browser', ['c.spec.ts']),
  ]
  const { retained, plan: rest, passedTests } = continueRun([...whole, ...broken, passed], plan)
  expect(retained).toEqual([
    ...whole.filter((record) => !('titles' in record && record.state === 'failed')),
    passed,
  ])
  expect(rest.map(({ files }) => files)).toEqual([
    [],
    ['b.test.ts', 'cut-off.test.ts', 'new.test.ts'],
    ['c.spec.ts'],
  ])
  expect(passedTests.map(({ titles }) => titles[0])).toEqual(['lint', 'one', 'two', 'one'])
})

test('a stage of which every file passed is not run again', () => {
  const file = 'a.test.ts'
  const records: JournalRecord[] = [createTest('unit', file, 'one'), { kind: 'file', stage: 'unit', file }]
  expect(continueRun(records, [createPlan('unit', [file])]).plan).toEqual([])
})

test.each([
  [[], /no earlier run/],
  [[{ ...run, suite: 'gate' }], /another one \(gate, 2\/4\)/],
  [[{ ...run, part: '' }], /another one \(full\)/],
  [[{ ...run, sources: 'b' }], /sources have changed/],
] as [RunRecord[], RegExp][])('a run is not continued after %o', (records, line) => {
  expect(findObstacle(records, run)).toMatch(line)
})

test('a run is not continued where nothing says whether the sources have changed', () => {
  expect(findObstacle([{ ...run, sources: '' }], { ...run, sources: '' })).toMatch(/^Without git/)
})

test('a run is continued on the same sources', () => {
  expect(findObstacle([run], run)).toBeUndefined()
})
