import { expect, test } from 'vitest'
import type { OutboxEntry } from '#outbox/index.ts'
import { listNotes, toNote } from './optimistic-note.ts'
import type { NoteRow } from './queries.ts'

const row = (version: number, text: string, session = 's'): NoteRow => ({
  id: `row-${session}`,
  version,
  session,
  text,
  updated_at: '2023-09-05T01:00:00Z',
})

const entry = (
  kind: 'create' | 'update' | 'delete',
  text: string,
  more: Partial<OutboxEntry> = {},
): OutboxEntry => ({
  id: `e-${text}`,
  module: 'notes',
  entityId: 'made',
  deed: kind === 'update' ? { kind, baseVersion: 1 } : { kind },
  state: 'queued',
  isLate: false,
  isBlocked: false,
  title: 'Note',
  formPath: '/agenda/s',
  body: { session: 's', text },
  fileNames: [],
  fileFields: [],
  tries: 0,
  isTried: false,
  createdAt: 0,
  ...more,
})

const taken = (version: number) => ({ state: 'done', serverRef: { id: 'row-s', version } }) as const

test.each([
  ['what the server has', [row(1, 'there')], [], 'there'],
  ['what waits, over it', [row(1, 'there')], [entry('update', 'here')], 'here'],
  ['what waits alone', [], [entry('create', 'here')], 'here'],
  ['a receipt, until its row is here', [row(1, 'there')], [entry('update', 'here', taken(2))], 'here'],
  ['the row again once it is here', [row(2, 'here')], [entry('update', 'older', taken(2))], 'here'],
  [
    'a row that another device changed since',
    [row(3, 'newer')],
    [entry('update', 'here', taken(2))],
    'newer',
  ],
  [
    'the row that it made, though the answer was lost',
    [{ ...row(2, 'newer'), client_row_id: 'made' }],
    [entry('create', 'here', { state: 'waiting' })],
    'newer',
  ],
  ['the last of several', [], [entry('create', 'one'), entry('update', 'two')], 'two'],
  ['nothing, when its delete waits', [row(1, 'there')], [entry('delete', '')], undefined],
  [
    'nothing, when its delete has just arrived',
    [row(1, 'there')],
    [entry('delete', '', taken(2))],
    undefined,
  ],
  [
    'another one that was written after the delete',
    [{ ...row(1, 'new'), id: 'other' }],
    [entry('delete', '', taken(2))],
    'new',
  ],
  ['nothing, where there is nothing', [], [], undefined],
])('a note says %s', (_name, rows, entries, text) => {
  expect(toNote('s', rows, entries)?.text).toBe(text)
})

test('what another device wrote first is told beside what was refused', () => {
  const rejected = entry('create', 'here', { state: 'rejected' })
  expect(toNote('s', [row(1, 'there')], [rejected])).toMatchObject({ text: 'here', otherDeviceText: 'there' })
  expect(toNote('s', [], [rejected])?.otherDeviceText).toBeUndefined()
})

test('all notes are there once each, what was done last first', () => {
  const other = entry('create', 'two', { body: { session: 'other', text: 'two' } })
  const notes = listNotes([row(1, 'there'), row(1, 'third', 'third')], [entry('update', 'one'), other])
  expect(notes.map(({ sessionId: session, text }) => [session, text])).toEqual([
    ['other', 'two'],
    ['s', 'one'],
    ['third', 'third'],
  ])
})
