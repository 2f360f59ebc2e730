import { expect } from 'vitest'
import { localized, ok, organisers, refused, signedIn, unknown, type Call } from './call.ts'
import { newRoomBody } from './writing.ts'

/** A file has no envelope. */
const file = organisers({ http: 200 })

const counts = { rows: 1, created: 1, updated: 0, unchanged: 0, bad: 0 }
const report = (state: string, numbers: object) =>
  ok(expect.objectContaining({ state, counts: numbers, token: expect.any(String) }))

/** Rows in and out as files. */
export const transferCalls: readonly Call[] = [
  {
    name: 'export',
    method: 'POST',
    path: '/export/meeting_rooms?filters=seats%3Agte%3A1&sorters=position%3Aasc',
    body: () => ({}),
    answers: file,
  },
  {
    name: 'export',
    title: 'the chosen rows, as a workbook',
    method: 'POST',
    path: '/export/meeting_rooms',
    body: () => ({ ids: ['mr-301'], format: 'xlsx' }),
    answers: file,
  },
  {
    name: 'export',
    title: 'only asked how much it would be',
    method: 'POST',
    path: '/export/meeting_rooms',
    body: () => ({ ids: ['mr-301', 'nothing'], columns: ['name.en'], count: true }),
    answers: organisers(ok({ rows: 1, columns: [{ path: 'name.en', label: localized }] })),
  },
  {
    name: 'export',
    method: 'POST',
    path: '/export/nothing',
    body: () => ({}),
    answers: signedIn(unknown),
  },
  {
    name: 'export',
    title: 'of accounts, which nobody takes out',
    method: 'POST',
    path: '/export/users',
    body: () => ({}),
    answers: signedIn(unknown),
  },
  { name: 'importTemplate', method: 'GET', path: '/import/meeting_rooms/template', answers: file },
  {
    name: 'importTemplate',
    method: 'GET',
    path: '/import/side_meetings/template?format=csv',
    answers: signedIn(unknown),
  },
  {
    name: 'import',
    title: 'a dry run',
    method: 'POST',
    path: '/import/meeting_rooms',
    body: () => ({ rows: [newRoomBody, { ...newRoomBody, size: 'none' }] }),
    answers: organisers(report('checked', { rows: 2, created: 1, updated: 0, unchanged: 0, bad: 1 })),
  },
  {
    name: 'import',
    title: 'what was checked',
    method: 'POST',
    path: '/import/meeting_rooms',
    body: async ({ newImport }) => ({ token: await newImport(false) }),
    answers: organisers(report('committed', counts)),
  },
  {
    name: 'import',
    method: 'POST',
    path: '/import/side_meetings',
    body: () => ({ rows: [{}] }),
    answers: signedIn(unknown),
  },
  {
    name: 'import',
    title: 'those of the caller',
    method: 'GET',
    path: '/import/meeting_rooms',
    answers: organisers(ok({ items: expect.any(Array) })),
  },
  {
    name: 'undoImport',
    method: 'POST',
    path: '/import/meeting_rooms/undo',
    body: async ({ newImport }) => ({ token: await newImport(true) }),
    answers: organisers(ok({ undone: 1, left: 0 })),
  },
  {
    name: 'cancelImport',
    method: 'POST',
    path: '/import/meeting_rooms/cancel',
    body: async ({ newImport }) => ({ token: await newImport(false) }),
    answers: organisers(ok({ state: 'cancelled' })),
  },
  {
    name: 'importErrors',
    method: 'GET',
    path: '/import/meeting_rooms/errors?token=none',
    answers: organisers(refused(404, 'import.unknown_token')),
  },
]
