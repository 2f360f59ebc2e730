import { expect, test } from 'vitest'
import type { OutboxEntry } from './entry.ts'
import { findLatestEntry } from './find-entry.ts'

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
  fileFields: [],
  tries: 0,
  isTried: false,
  createdAt: 0,
  ...more,
})

test('finds the newest entry about a row, also by the server’s id', () => {
  const entries = [
    entry('1', { state: 'done', serverRef: { id: 'r' } }),
    entry('2', {}),
    entry('3', { entityId: 'other' }),
    entry('4', { module: 'travel_infos' }),
  ]
  expect(findLatestEntry(entries, 'side_meetings')?.id).toBe('3')
  expect(findLatestEntry(entries, 'side_meetings', 'row')?.id).toBe('2')
  expect(findLatestEntry(entries, 'side_meetings', 'r')?.id).toBe('1')
  expect(findLatestEntry(entries, 'speech_materials')).toBeUndefined()
})

test('finds the entry that blocks the newest one and needs a decision', () => {
  const refused = entry('1', { state: 'rejected' })
  const blocked = entry('2', { isBlocked: true, deed: { kind: 'action', name: 'resubmit' } })
  expect(findLatestEntry([refused, blocked], 'side_meetings')?.id).toBe('1')
  // An entry that waits for a retry needs no decision.
  expect(findLatestEntry([entry('1', { state: 'waiting' }), blocked], 'side_meetings')?.id).toBe('2')
})
