import { expect, test } from 'vitest'
import type { JournalRecord, RunRecord, TestRecord } from './journal.ts'
import {
  parseOptions,
  chooseUnits,
  listUnits,
  planStages,
  type StagePlan,
  type Unit,
  continueRun,
  findObstacle,
} from './plan.ts'
import { stages } from './stages.ts'

const units = listUnits()
const shards = [1, 2, 3, 4].map((index) => chooseUnits(units, { index, count: 4 }))
const nameUnit = ({ stage, file }: Unit): string => `${stage.name} ${file}`

test('every stage with files finds some, and stages without files are there once', () => {
  const names = new Set(units.map(({ stage }) => stage.name))
  expect([...names]).toEqual(stages.map(({ name }) => name))
  expect(units.filter(({ file }) => file === '').map(({ stage }) => stage.name)).toEqual(['checks', 'build'])
})

test('no file belongs to two stages', () => {
  const files = units.map(({ file }) => file).filter(Boolean)
  expect(new Set(files).size).toBe(files.length)
})

test('four shards are the whole, without anything twice', () => {
  const inShards = shards.flat().map(nameUnit)
  expect(inShards.toSorted()).toEqual(units.map(nameUnit).toSorted())
  expect(new Set(inShards).size).toBe(inShards.length)
})

test('a shard is the same wherever it is computed, and takes about as long as the others', () => {
  expect(chooseUnits(listUnits(), { index: 2, count: 4 }).map(nameUnit)).toEqual(shards[1]?.map(nameUnit))
  const seconds = shards.map((shard) => shard.reduce((sum, unit) => sum + unit.seconds, 0))
  expect(Math.max(...seconds)).toBeLessThan(Math.min(...seconds) * 1.2)
})

test('a shard with browser tests makes the build, and one shard counts it', () => {
  const plans = shards.map(planStages)
  const counted = plans.map((plan) =>
    plan.some(({ stage, isCounted }) => stage.runner === 'build' && isCounted),
  )
  expect(counted.filter(Boolean)).toHaveLength(1)
  for (const plan of plans) {
    const names = plan.map(({ stage }) => stage.name)
    expect(names.indexOf('build')).toBeLessThan(names.indexOf('browser'))
    expect(names).toContain('build')
  }
})

test('names of stages and substrings of paths choose what runs', () => {
  expect(listUnits(['scripts/lib/test-run/plan.test', 'checks']).map(nameUnit)).toEqual([
    'checks ',
    'unit scripts/lib/test-run/plan.test.ts',
  ])
})

test('arguments say which part is run and how', () => {
  expect(parseOptions([])).toEqual({ isList: false, isResume: false, paths: [] })
  expect(parseOptions(['--shard', '2/4', '--resume', 'tests/api'])).toEqual({
    shard: { index: 2, count: 4 },
    isList: false,
    isResume: true,
    paths: ['tests/api'],
  })
})

test.each(['0/4', '5/4', '2', '2/0', 'a/b'])('a shard %s is refused', (shard) => {
  expect(() => parseOptions(['--shard', shard])).toThrow(`--shard takes a part like 2/4, not ${shard}`)
})

test('an unknown option is refused by its name', () => {
  expect(() => parseOptions(['--shards', '2/4'])).toThrow('--shards')
})

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
