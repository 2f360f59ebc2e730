import { expect, test } from 'vitest'
import { chooseUnits, listUnits, planStages, type Unit } from './plan.ts'
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
