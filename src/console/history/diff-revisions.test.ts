import { expect, test } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import { diffToVersion, diffRevisions } from './diff-revisions.ts'

const entry = (version: number, deed: string, fields: string[], before: object = {}): RowRevisionInfo => ({
  version,
  deed,
  fields,
  before: before as RowRevisionInfo['before'],
  at: '2023-09-05T00:00:00Z',
  actor: null,
})

const entries = [
  entry(4, 'approve', ['status'], { status: 'submitted' }),
  entry(3, 'edit', ['city', 'passport'], { city: 'Wuxi' }),
  entry(2, 'edit', ['city', 'name'], { city: 'Suzhou', name: 'An' }),
  entry(1, 'create', ['city', 'name', 'status']),
]
const row = { id: 'r', version: 4, city: 'Nanjing', name: 'Anna', status: 'approved', passport: '***' }
const metadata = {
  fields: { city: { writable: true }, name: { writable: true }, status: { writable: false } },
  actions: { approve: { undoable: true } },
} as unknown as ModuleMetadata

test('a write has both values of each field: the one before, and the one that the next write found', () => {
  const [approve, second, first, create] = diffRevisions(entries, row)
  expect(approve?.changes).toEqual([
    { field: 'status', before: 'submitted', after: 'approved', hasValues: true },
  ])
  expect(second?.changes[0]).toEqual({ field: 'city', before: 'Wuxi', after: 'Nanjing', hasValues: true })
  expect(first?.changes).toEqual([
    { field: 'city', before: 'Suzhou', after: 'Wuxi', hasValues: true },
    { field: 'name', before: 'An', after: 'Anna', hasValues: true },
  ])
  expect(create?.changes.map(({ before, after }) => [before, after])).toEqual([
    [null, 'Suzhou'],
    [null, 'An'],
    [null, 'submitted'],
  ])
})

test('a field that an action set to its current value is left out', () => {
  const [step] = diffRevisions(
    [entry(2, 'approve', ['reason', 'status'], { reason: { 'zh-CN': '', en: '' }, status: 'submitted' })],
    { id: 'r', version: 2, reason: null, status: 'approved' },
  )
  expect(step?.changes.map(({ field }) => field)).toEqual(['status'])
})

test('a value that the history does not store is marked, and not guessed from the current one', () => {
  const [, second] = diffRevisions(entries, row)
  expect(second?.changes[1]).toMatchObject({ field: 'passport', hasValues: false })
})

test('a value is not guessed where the next write has no value before', () => {
  const [, older] = diffRevisions(
    [entry(3, 'edit', ['city']), entry(2, 'edit', ['city'], { city: 'Suzhou' })],
    row,
  )
  expect(older?.changes).toEqual([{ field: 'city', before: 'Suzhou', after: null, hasValues: false }])
})

test('restoring an older version changes writable fields; the state stays', () => {
  expect(diffToVersion(metadata, entries, row, 1)).toEqual([
    { field: 'city', before: 'Nanjing', after: 'Suzhou', hasValues: true },
    { field: 'name', before: 'Anna', after: 'An', hasValues: true },
  ])
  // What is so already does not change.
  expect(diffToVersion(metadata, entries, { ...row, city: 'Suzhou' }, 1).map(({ field }) => field)).toEqual([
    'name',
  ])
})

test('an action that is the newest write is undone as a whole, and only where its definition allows it', () => {
  expect(diffToVersion(metadata, entries, row, 3)).toEqual([
    { field: 'status', before: 'approved', after: 'submitted', hasValues: true },
  ])
  expect(diffToVersion({ ...metadata, actions: {} }, entries, row, 3)).toEqual([])
})
