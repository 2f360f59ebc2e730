import { randomUUID } from 'node:crypto'
import { paths, type CurrentUser } from '../../../contract/api.ts'
import { ensureMobileAccount } from '#server/accounts/users.ts'
import { insertSignIn } from '../../../server/accounts/sign-ins.ts'
import { insertUser } from '../../../server/accounts/users.ts'
import { callForum } from '../../support/people.ts'
import { registerUntil, sendRows, type Reviewed } from '../../support/sample-rows.ts'
import type { TestServer } from '../../support/server.ts'

/** A signed-in user: token and the server's user data. */
export interface SignedIn {
  token: string
  user: CurrentUser
}

/**
 * Users who can open a screen: `applicant` has not registered, the four states are of a registration, `participant` is
 * approved and has travel information, a side meeting to be paid, a note and a question; `staff` works on questions
 * and travel.
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
    people[state] = await addReviewed(forum, state, index + 1)
  people.participant = await addParticipant(forum)
  return people
}

async function addOfficer(
  forum: TestServer,
  role: 'organiser' | 'staff',
  grants: readonly string[] = [],
): Promise<SignedIn> {
  const { kysely } = forum.db
  const id = randomUUID()
  const isAdministrator = role === 'organiser'
  const account = { id, loginName: role, password: 'tidal-lagoon-42', role, isAdministrator }
  await insertUser(kysely, account, new Date())
  const granted = { grants: JSON.stringify(grants) }
  await kysely.updateTable('users').set(granted).where('id', '=', id).execute()
  return signIn(forum, id)
}

/** @param number makes the mobile number unique */
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

/** Adds a user whose registration was reviewed. */
async function addReviewed(forum: TestServer, state: Reviewed, number: number): Promise<SignedIn> {
  const { token } = await addApplicant(forum, number)
  const mobile = mobileOf(number)
  await registerUntil(forum, { token, mobile, email: `${mobile.slice(1)}@forum.example` }, state)
  // A review changes role and name of the account.
  return { token, user: await getCurrentUser(forum, token) }
}

async function addParticipant(forum: TestServer): Promise<SignedIn> {
  const person = await addReviewed(forum, 'approved', 9)
  const body = {
    vehicle: 'fly',
    need_pickup_delivery: true,
    vehicle_no: 'MU5101',
    arrive_station: 'hongqiao_airport',
    need_book_hotel: true,
    room_style: 'single',
    entry_at: '2023-09-04',
    leave_at: '2023-09-08',
    special_catering_needs: ['halal'],
  }
  await callForum(forum, '/front/post/travel_infos', { token: person.token, body })
  await sendRows(forum, person.token)
  return person
}
