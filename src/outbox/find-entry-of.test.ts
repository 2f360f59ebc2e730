import { expect, test } from 'vitest'
import type { OutboxEntry } from './entry.ts'
import { findEntryOf } from './find-entry-of.ts'

const entry = (id: string, more: Partial<OutboxEntry>): OutboxEntry => ({
  id,
  module: 'side_meetings',
  entityId: 'row',
  deed: { kind: 'create' },
  state: 'queued',
  isLate: false,
  isBlocked: false,
  title: '',
  formPath: '',
  body: {},
  fileNames: [],
  tries: 0,
  isTried: false,
  createdAt: 0,
  ...more,
})

test('the newest about a row counts, also by the name that the server gave it', () => {
  const entries = [
    entry('1', { state: 'done', serverRef: { id: 'r' } }),
    entry('2', {}),
    entry('3', { entityId: 'other' }),
    entry('4', { module: 'travel_infos' }),
  ]
  expect(findEntryOf(entries, 'side_meetings')?.id).toBe('3')
  expect(findEntryOf(entries, 'side_meetings', 'row')?.id).toBe('2')
  expect(findEntryOf(entries, 'side_meetings', 'r')?.id).toBe('1')
  expect(findEntryOf(entries, 'speech_materials')).toBeUndefined()
})

test('what holds up the newest and needs the person is shown in its place', () => {
  const refused = entry('1', { state: 'rejected' })
  const blocked = entry('2', { isBlocked: true, deed: { kind: 'action', name: 'resubmit' } })
  expect(findEntryOf([refused, blocked], 'side_meetings')?.id).toBe('1')
  // One that only waits holds nothing up for long.
  expect(findEntryOf([entry('1', { state: 'waiting' }), blocked], 'side_meetings')?.id).toBe('2')
})
