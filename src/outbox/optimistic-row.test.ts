import { expect, test } from 'vitest'
import type { OutboxEntry } from './entry.ts'
import { findEditableEntry, isNewerThanRows, toFormBase, toOptimisticRow } from './optimistic-row.ts'

const row = { id: 'one', version: 3, flight: 'MU5101', memo: 'old' }

const entryOf = (entry: Partial<OutboxEntry>): OutboxEntry => ({
  id: 'entry',
  module: 'travel_infos',
  entityId: 'one',
  deed: { kind: 'update', baseVersion: 3 },
  state: 'queued',
  isLate: false,
  isBlocked: false,
  title: '',
  formPath: '',
  body: { memo: 'mine' },
  fileNames: [],
  fileFields: [],
  tries: 0,
  isTried: false,
  createdAt: 0,
  ...entry,
})
const create = (entry: Partial<OutboxEntry> = {}) =>
  entryOf({ deed: { kind: 'create' }, body: { flight: 'CA981', memo: 'new' }, ...entry })

test('a form starts from the row with its pending entries, and from the version that the user knows', () => {
  expect(toFormBase(toOptimisticRow(row, [entryOf({})]))).toEqual({ ...row, memo: 'mine' })
  expect(toFormBase(toOptimisticRow(undefined, []))).toBeUndefined()
})

test('a created row that has not arrived has the version that the server will give it', () => {
  expect(toFormBase(toOptimisticRow(undefined, [create()]))).toEqual({
    flight: 'CA981',
    memo: 'new',
    version: 1,
  })
  const done = create({ state: 'done', serverRef: { id: 'one', version: 1 } })
  expect(toFormBase(toOptimisticRow(undefined, [done]))).toMatchObject({ flight: 'CA981', version: 1 })
})

test('a create whose row has arrived no longer applies, but one over another device’s row does', () => {
  const made = create({ entityId: 'made', state: 'waiting' })
  const own = toOptimisticRow({ ...row, client_row_id: 'made' }, [made])
  expect([own.values['memo'], findEditableEntry(own)]).toEqual(['old', undefined])
  const elsewhere = toOptimisticRow({ ...row, client_row_id: 'elsewhere' }, [made])
  expect([elsewhere.values['memo'], findEditableEntry(elsewhere)]).toEqual(['new', made])
})

test('a receipt applies until the row is as new', () => {
  const done = entryOf({ state: 'done', serverRef: { id: 'one', version: 4 } })
  expect(toOptimisticRow(row, [done]).values).toMatchObject({ memo: 'mine' })
  expect(toOptimisticRow({ ...row, version: 4, memo: 'theirs' }, [done]).values).toMatchObject({
    memo: 'theirs',
  })
})

test('a receipt from before the rows were loaded is not newer', () => {
  expect(isNewerThanRows(entryOf({ state: 'done', doneAt: 4 }), 5)).toBe(false)
  expect(isNewerThanRows(entryOf({ state: 'done', doneAt: 5 }), 5)).toBe(true)
  expect(isNewerThanRows(entryOf({}), 5)).toBe(true)
})
