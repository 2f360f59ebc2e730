import { expect } from 'vitest'
import { application } from '../review-forum.ts'
import { instant, ok, organisers, refused, signedIn, unknown, type Call, type CallFacts } from './call.ts'

const room = { position: 90, name: { 'zh-CN': '会议室', en: 'Room' }, size: '250' }
const row = (fields: object) => ok(expect.objectContaining({ id: expect.any(String), ...fields }))

/** What opens with the approval: to participants it does, applicants are told so, to others it is not there. */
const approved = (answer: Call['answers']['participant']): Call['answers'] => ({
  ...signedIn(unknown),
  applicant: refused(403, 'permission.not_approved'),
  participant: answer,
})

/** Two organisers do not ask for one room at one time. */
const assignment = async ({ caller, newMeeting }: CallFacts) => ({
  id: await newMeeting(),
  assigned_room: 'mr-301',
  assigned_date: caller === 'administrator' ? '2023-09-05' : '2023-09-06',
  assigned_start_time_at: '09:00',
  assigned_end_time_at: '11:00',
})

/** What people send, and what organisers do with it. */
export const writingCalls: readonly Call[] = [
  {
    name: 'post',
    method: 'POST',
    path: '/front/post/side_meetings',
    body: () => application,
    answers: approved(row({ status: 'submitted', version: 1 })),
  },
  {
    name: 'post',
    title: 'with too few guests',
    method: 'POST',
    path: '/front/post/side_meetings',
    body: () => ({ ...application, guests: ['One'] }),
    answers: approved(refused(422, 'validation.failed')),
  },
  {
    name: 'post',
    method: 'POST',
    path: '/front/post/meeting_rooms',
    body: () => room,
    answers: organisers(row({ size: '250' })),
  },
  {
    name: 'post',
    method: 'POST',
    path: '/front/post/nothing',
    body: () => ({}),
    answers: signedIn(unknown),
  },
  {
    name: 'edit',
    method: 'POST',
    path: '/front/edit/side_meetings',
    body: async ({ newMeeting }) => ({ id: await newMeeting(), version: 1, subject: 'Grids' }),
    answers: approved(row({ subject: 'Grids', version: 2 })),
  },
  {
    name: 'edit',
    method: 'POST',
    path: '/front/edit/meeting_rooms',
    body: async ({ newRoom }) => ({ id: await newRoom(false), seats: 12 }),
    answers: organisers(row({ seats: 12 })),
  },
  {
    name: 'action',
    method: 'POST',
    path: '/front/action/side_meetings/assign',
    body: assignment,
    answers: organisers(row({ status: 'assigned', amount: 13_000 })),
  },
  {
    name: 'action',
    method: 'POST',
    path: '/front/action/side_meetings/withdraw',
    body: async ({ newMeeting }) => ({ id: await newMeeting() }),
    answers: { ...signedIn(unknown), participant: row({ status: 'withdrawn' }) },
  },
  {
    name: 'delete',
    method: 'POST',
    path: '/front/delete/meeting_rooms',
    body: async ({ newRoom }) => ({ id: await newRoom(false) }),
    answers: organisers(ok({ id: expect.any(String) })),
  },
  {
    name: 'restore',
    method: 'POST',
    path: '/front/restore/meeting_rooms',
    body: async ({ newRoom }) => ({ id: await newRoom(true) }),
    answers: organisers(row({ size: '250' })),
  },
  {
    name: 'revisions',
    method: 'GET',
    path: async ({ newRoom }) => `/front/revisions/meeting_rooms/${await newRoom(false)}`,
    answers: organisers(
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
  },
]

/** A room for side meetings, as an organiser sends it. */
export const newRoomBody = room
