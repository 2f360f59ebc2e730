import { expect, test } from 'vitest'
import type { OutboxEntry } from '#outbox/index.ts'
import { listApplications } from './applications.ts'
import type { MeetingRow } from './queries.ts'

const row = { id: 'one', version: 2, name: 'Storage', subject: 'Costs' } as unknown as MeetingRow

const createEntry = (entry: Partial<OutboxEntry>): OutboxEntry => ({
  id: 'entry',
  module: 'side_meetings',
  entityId: 'two',
  deed: { kind: 'create' },
  state: 'queued',
  isLate: false,
  isBlocked: false,
  title: '',
  formPath: '',
  body: { name: 'Hydrogen' },
  fileNames: [],
  fileFields: [],
  tries: 0,
  isTried: false,
  createdAt: 0,
  ...entry,
})

const listRows = (entries: readonly OutboxEntry[], asOfMs = 0) =>
  listApplications([row], entries, { asOfMs, visitStartedAtMs: 10 }).map(({ id, values, entry }) => [
    id,
    values['name'],
    entry?.state,
  ])

test('what waits on the phone stands before what the server has', () => {
  expect(listRows([createEntry({})])).toEqual([
    ['two', 'Hydrogen', 'queued'],
    ['one', 'Storage', undefined],
  ])
})

test('a receipt stands in for its row until that is here, and no longer', () => {
  const done = { state: 'done', doneAt: 1 } as const
  expect(listRows([createEntry(done)])[0]).toEqual(['two', 'Hydrogen', 'done'])
  expect(listRows([createEntry({ ...done, entityId: 'one' })])).toEqual([['one', 'Storage', undefined]])
  expect(listRows([createEntry({ ...done, serverRef: { id: 'one' } })])).toEqual([
    ['one', 'Storage', undefined],
  ])
})

test('what the server took before it was asked and does not tell of is gone', () => {
  const done = createEntry({ state: 'done', doneAt: 5 })
  expect(listRows([done], 5)[0]).toEqual(['two', 'Hydrogen', 'done'])
  expect(listRows([done], 6)).toEqual([['one', 'Storage', undefined]])
})

test('an application whose answer was lost and its row are one, with the changes that follow it', () => {
  const created = createEntry({ state: 'waiting', isTried: true })
  const change = createEntry({ deed: { kind: 'update', baseVersion: 0 }, body: { subject: 'Heat' } })
  const [one, ...others] = listApplications([{ ...row, client_row_id: 'two' }], [created, change], {
    asOfMs: 0,
    visitStartedAtMs: 10,
  })
  expect(others).toEqual([])
  expect(one).toMatchObject({ id: 'one', formId: 'two', values: { name: 'Storage', subject: 'Heat' } })
  expect(one?.unsentEntries).toEqual([created, change])
})

const formIds = (entries: readonly OutboxEntry[], rows: readonly MeetingRow[]) =>
  listApplications(rows, entries, { asOfMs: 0, visitStartedAtMs: 10 }).map(({ formId }) => formId)

test('its form and what is typed into it keep their name when the server gives it its own', () => {
  expect(formIds([createEntry({})], [])).toEqual(['two'])
  const sent = createEntry({ state: 'done', doneAt: 1, serverRef: { id: 'one', version: 1 } })
  expect(formIds([sent], [row])).toEqual(['two'])
  expect(formIds([], [row])).toEqual(['one'])
})

test('a change that arrived stands in until the row is read anew', () => {
  const change = createEntry({
    entityId: 'one',
    deed: { kind: 'update', baseVersion: 2 },
    body: { name: 'Storage II' },
    state: 'done',
    doneAt: 1,
    serverRef: { id: 'one', version: 3 },
  })
  expect(listRows([change])).toEqual([['one', 'Storage II', undefined]])
  const read = listApplications([{ ...row, version: 3, name: 'Theirs' }], [change], {
    asOfMs: 0,
    visitStartedAtMs: 10,
  })
  expect(read[0]?.values['name']).toBe('Theirs')
})

test('what arrived during this visit is said to have arrived', () => {
  expect(listRows([createEntry({ entityId: 'one', state: 'done', doneAt: 10 })])).toEqual([
    ['one', 'Storage', 'done'],
  ])
})

test('a change that is on its way is what the person means; a withdrawal changes no words', () => {
  const change = createEntry({
    entityId: 'one',
    deed: { kind: 'update', baseVersion: 2 },
    body: { name: 'Storage II' },
  })
  const withdraw = createEntry({
    entityId: 'one',
    deed: { kind: 'action', name: 'withdraw' },
    body: { name: 'x' },
  })
  expect(listRows([change, withdraw])).toEqual([['one', 'Storage II', 'queued']])
  expect(listRows([{ ...change, state: 'done' }])).toEqual([['one', 'Storage', undefined]])
})

test('what waits of other forms is none of it', () => {
  expect(listRows([createEntry({ module: 'travel_infos' })])).toEqual([['one', 'Storage', undefined]])
})
