import { randomUUID } from 'node:crypto'
import { paths, type CurrentUser } from '../../../contract/calls.ts'
import { ensureMobileAccount } from '../../../server/accounts/mobile-account.ts'
import { insertSignIn } from '../../../server/accounts/sign-ins.ts'
import { insertUser } from '../../../server/accounts/users.ts'
import { callForum, register, type AnsweredRow } from '../../support/people.ts'
import {
  meeting,
  meetingAssignment,
  note,
  question,
  reviewReason,
  reviews,
  type Reviewed,
} from '../../support/sample-rows.ts'
import type { TestServer } from '../../support/server.ts'

/** How somebody is signed in, and what the server says of them. */
export interface SignedIn {
  token: string
  user: CurrentUser
}

/**
 * Who can open a screen: `applicant` has not registered, the four states are of a registration, `participant` is approved
 * and has travel information, a side meeting to be paid, a note and a question; `staff` works on questions and travel.
 */
export type PersonName = 'applicant' | Reviewed | 'participant' | 'organiser' | 'staff'

export type People = Readonly<Record<PersonName, SignedIn>>

/** Adds the people of component tests to a running sample forum. */
export async function addPeople(forum: TestServer): Promise<People> {
  const organiser = await addOfficer(forum, 'organiser')
  const people = { organiser } as Record<PersonName, SignedIn>
  people.staff = await addOfficer(forum, 'staff', ['qa', 'travel_infos'])
  people.applicant = await addApplicant(forum, 0)
  for (const [index, state] of (['submitted', 'more_info', 'approved', 'declined'] as const).entries())
    people[state] = await addReviewed(forum, state, { number: index + 1, organiser })
  people.participant = await addParticipant(forum, organiser)
  return people
}

async function addOfficer(
  forum: TestServer,
  role: 'organiser' | 'staff',
  grants?: readonly string[],
): Promise<SignedIn> {
  const { kysely } = forum.db
  const id = randomUUID()
  const isAdministrator = role === 'organiser'
  const account = { id, loginName: role, password: 'tidal-lagoon-42', role, isAdministrator }
  await insertUser(kysely, account, new Date())
  if (grants)
    await kysely
      .updateTable('users')
      .set({ grants: JSON.stringify(grants) })
      .where('id', '=', id)
      .execute()
  return signIn(forum, id)
}

/** @param number makes the mobile one of its own */
async function addApplicant(forum: TestServer, number: number): Promise<SignedIn> {
  const mobile = mobileOf(number)
  const id = await forum.db.transaction((trx) => ensureMobileAccount(trx, mobile, new Date()))
  return signIn(forum, id)
}

const mobileOf = (number: number) => `+8613900000${String(number).padStart(3, '0')}`

async function signIn(forum: TestServer, id: string): Promise<SignedIn> {
  const token = await forum.db.transaction((trx) =>
    insertSignIn(trx, { id }, new Date(), { device: 'Chrome · Android' }),
  )
  return { token, user: await getCurrentUser(forum, token) }
}

async function getCurrentUser(forum: TestServer, token: string): Promise<CurrentUser> {
  const answer = await forum.get(paths.currentUser, token)
  return ((await answer.json()) as { data: CurrentUser }).data
}

/** Somebody whose registration was reviewed. */
async function addReviewed(
  forum: TestServer,
  state: Reviewed,
  { number, organiser }: { number: number; organiser: SignedIn },
): Promise<SignedIn> {
  const { token } = await addApplicant(forum, number)
  const mobile = mobileOf(number)
  const row = await register(forum, { token, mobile, email: `${mobile.slice(1)}@forum.example` })
  for (const action of reviews[state]) {
    const hasReason = action === 'request_info' || action === 'decline'
    await act(forum, organiser, `registrations/${action}`, {
      id: row.id,
      ...(hasReason && { review_reason: reviewReason }),
    })
  }
  // A review changes the role, and the account has another name from then on.
  return { token, user: await getCurrentUser(forum, token) }
}

function act(forum: TestServer, { token }: SignedIn, path: string, body: object): Promise<AnsweredRow> {
  return callForum<AnsweredRow>(forum, `/front/action/${path}`, { token, body })
}

async function addParticipant(forum: TestServer, organiser: SignedIn): Promise<SignedIn> {
  const person = await addReviewed(forum, 'approved', { number: 9, organiser })
  const post = (module: string, body: object) =>
    callForum<AnsweredRow>(forum, `/front/post/${module}`, { token: person.token, body })
  await post('travel_infos', {
    vehicle: 'fly',
    need_pickup_delivery: true,
    vehicle_no: 'MU5101',
    arrive_station: 'hongqiao_airport',
    need_book_hotel: true,
    room_style: 'single',
    entry_at: '2023-09-04',
    leave_at: '2023-09-08',
    special_catering_needs: ['halal'],
  })
  await post('notes', note)
  await post('qa', question)
  const { id } = await post('side_meetings', meeting)
  await act(forum, organiser, 'side_meetings/assign', { id, ...meetingAssignment })
  return person
}
