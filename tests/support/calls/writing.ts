import { expect } from 'vitest'
import { application } from '../review-forum.ts'
import {
  get,
  instant,
  localized,
  ok,
  organisers,
  post,
  refused,
  signedIn,
  unknown,
  type Call,
  type CallFacts,
} from './call.ts'

/** A room for side meetings, as an organiser sends it. */
export const newRoomBody = { position: 90, name: { 'zh-CN': '会议室', en: 'Room' }, size: '250' }
const row = (fields: object) => ok(expect.objectContaining({ id: expect.any(String), ...fields }))

/** Responses of calls that need an approved registration: applicants get an explanation, others not found. */
const approved = (answer: Call['answers']['participant']): Call['answers'] => ({
  ...signedIn(unknown),
  applicant: refused(403, 'permission.not_approved'),
  participant: answer,
})

const newRoom =
  (more: object, isDeleted = false) =>
  async (facts: CallFacts) => ({ id: await facts.newRoom(isDeleted), ...more })
const newMeeting = (more: object) => async (facts: CallFacts) => ({ id: await facts.newMeeting(), ...more })

/** Two organisers must not request one room at one time. */
const assignment = async ({ caller, newMeeting: make }: CallFacts) => ({
  id: await make(),
  assigned_room: 'mr-301',
  assigned_date: caller === 'administrator' ? '2023-09-05' : '2023-09-06',
  assigned_start_time_at: '09:00',
  assigned_end_time_at: '11:00',
})

/** Calls by which users submit rows and organisers process them. */
export const writingCalls: readonly Call[] = [
  post('post', '/front/post/side_meetings', application, approved(row({ status: 'submitted', version: 1 }))),
  post('post', '/front/post/meeting_rooms', newRoomBody, organisers(row({ size: '250' }))),
  post('post', '/front/post/nothing', {}, signedIn(unknown)),
  post(
    'edit',
    '/front/edit/side_meetings',
    newMeeting({ version: 1, subject: 'Grids' }),
    approved(row({ subject: 'Grids', version: 2 })),
  ),
  post('edit', '/front/edit/meeting_rooms', newRoom({ seats: 12 }), organisers(row({ seats: 12 }))),
  post(
    'action',
    '/front/action/side_meetings/assign',
    assignment,
    organisers(row({ status: 'assigned', amount: 13_000 })),
  ),
  post('action', '/front/action/side_meetings/withdraw', newMeeting({}), {
    ...signedIn(unknown),
    participant: row({ status: 'withdrawn' }),
  }),
  post('delete', '/front/delete/meeting_rooms', newRoom({}), organisers(row({}))),
  post('restore', '/front/restore/meeting_rooms', newRoom({}, true), organisers(row({ size: '250' }))),
  get(
    'revisions',
    async (facts) => `/front/revisions/meeting_rooms/${await facts.newRoom(false)}`,
    organisers(
      ok([
        {
          version: 1,
          at: instant,
          deed: 'create',
          actor: expect.any(Object),
          fields: expect.any(Array),
          before: {},
        },
      ]),
    ),
  ),
]

/** A file has no envelope. */
const file = organisers({ http: 200 })
const report = (state: string, counts: object) =>
  organisers(ok(expect.objectContaining({ state, counts, token: expect.any(String) })))
const newImport = (isCommitted: boolean) => async (facts: CallFacts) => ({
  token: await facts.newImport(isCommitted),
})

/** Calls of imports and exports. */
export const transferCalls: readonly Call[] = [
  post('export', '/export/meeting_rooms?filters=seats%3Agte%3A1&sorters=position%3Aasc', {}, file),
  post(
    'export',
    '/export/meeting_rooms',
    { ids: ['mr-301', 'nothing'], columns: ['name.en'], count: true },
    organisers(ok({ rows: 1, columns: [{ path: 'name.en', label: localized }] })),
    'only asked how much it would be',
  ),
  post('export', '/export/users', {}, signedIn(unknown), 'of accounts, which nobody takes out'),
  get('importTemplate', '/import/meeting_rooms/template', file),
  get('importTemplate', '/import/side_meetings/template?format=csv', signedIn(unknown)),
  post(
    'import',
    '/import/meeting_rooms',
    { rows: [newRoomBody, { ...newRoomBody, size: 'none' }] },
    report('checked', { rows: 2, created: 1, updated: 0, unchanged: 0, bad: 1 }),
    'a dry run',
  ),
  post(
    'import',
    '/import/meeting_rooms',
    newImport(false),
    report('committed', { rows: 1, created: 1, updated: 0, unchanged: 0, bad: 0 }),
    'what was checked',
  ),
  post('import', '/import/side_meetings', { rows: [{}] }, signedIn(unknown)),
  get('import', '/import/meeting_rooms', organisers(ok({ items: expect.any(Array) })), 'those of the caller'),
  post('undoImport', '/import/meeting_rooms/undo', newImport(true), organisers(ok({ undone: 1, left: 0 }))),
  post(
    'cancelImport',
    '/import/meeting_rooms/cancel',
    newImport(false),
    organisers(ok({ state: 'cancelled' })),
  ),
  get(
    'importErrors',
    '/import/meeting_rooms/errors?token=none',
    organisers(refused(404, 'import.unknown_token')),
  ),
]
