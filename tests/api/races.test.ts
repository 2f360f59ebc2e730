import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { tourRoutes } from '#contract/modules/tour-routes.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { addPerson, call, whyOf } from '../support/accounts.ts'
import { bothDatabases, type TestPlace } from '../support/databases.ts'
import { nextCode } from '../support/outgoing.ts'
import { putFile } from '../support/planted-forum.ts'
import { application, ReviewForum, type Person } from '../support/review-forum.ts'
import type { TestServer } from '../support/server.ts'
import { twoSizes } from '../support/sizes.ts'

interface RaceAnswer {
  status: number
  data: { token?: string } | null
  why: string
}

/** Two servers over one database, each with connections and memory of its own. */
class RaceForum extends ReviewForum {
  #other!: TestServer

  constructor(place: TestPlace) {
    super(place)
    beforeAll(async () => {
      this.#other = await this.server.startAnother()
    })
  }

  /** A photo whose bytes nobody asks for here. */
  override async upload({ id }: Person, module = 'registrations'): Promise<string> {
    const no = `photo-${module}-${id}`
    await this.db.transaction((trx) => putFile(trx, no, { module, field: 'photo' }, id))
    return no
  }

  /** Sends the n-th call of a race: to one server or the other in turn. */
  async send(at: number, path: string, body: object, token?: string): Promise<RaceAnswer> {
    const server = at % 2 === 0 ? this.server : this.#other
    const answer = await call(server, path, body, { isPatient: true, ...(token !== undefined && { token }) })
    return { status: answer.status, data: answer.body.data as RaceAnswer['data'], why: whyOf(answer) }
  }
}

/** Rounds of each race: with 30 one that is lost once in ten comes out almost always. */
const sizes = twoSizes({ rounds: 3, crowd: 40 }, { rounds: 30, crowd: 100 }, 'runs 30 rounds of each race')
/** A race of thousands of calls on a machine with much else to do, in milliseconds. */
const timeout = 150_000

type Span = readonly [from: string, to: string]

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

function tally(answers: readonly RaceAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, why } of answers) {
    const told = status === 200 ? 'done' : `${status} ${why}`
    counts[told] = (counts[told] ?? 0) + 1
  }
  return counts
}

for (const { size, mark } of sizes)
  describe(`${size.rounds} rounds of`, mark, () => {
    const { rounds, crowd } = size
    bothDatabases('a race over two servers', (place) => {
      const forum = new RaceForum(place)

      beforeAll(async () => {
        const room = { id: 'room', position: 1, name: { 'zh-CN': '三零一', en: '301' }, size: '250' }
        await forum.server.write(meetingRooms, [room])
      })

      async function countRows(table: string, where: Readonly<Record<string, unknown>>): Promise<number> {
        let query = moduleTables(forum.server.db.kysely)
          .selectFrom(table)
          .select('id')
          .where('deleted_at', 'is', null)
        for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value as string)
        return (await query.execute()).length
      }

      async function addMeetings(ids: readonly string[]): Promise<void> {
        const owner_id = await addPerson(forum.server)
        const meeting = { ...application, room_size: '250', locale: 'en', owner_id }
        const rows = ids.map((id) => ({ ...meeting, id }))
        await forum.server.write(sideMeetings, rows)
      }

      async function addTour(id: string, seats: number): Promise<void> {
        const tour = {
          id,
          position: 1,
          code: id,
          name: { 'zh-CN': '参观', en: 'Tour' },
          starts_at: '2023-09-07T01:00:00Z',
          ends_at: '2023-09-07T03:00:00Z',
          seats,
        }
        await forum.server.write(tourRoutes, [tour])
      }

      const assign = (at: number, id: string, date: string, [from, to]: Span) => {
        const span = { assigned_date: date, assigned_start_time_at: from, assigned_end_time_at: to }
        const body = { id, ...span, assigned_room: 'room' }
        return forum.send(at, '/front/action/side_meetings/assign', body, forum.organiser)
      }

      test(
        'for one room at overlapping times is won by one; at touching times nobody loses [185]',
        async () => {
          for (let round = 0; round < rounds; round += 1) {
            const date = new Date(Date.UTC(2024, 0, 1 + round)).toISOString().slice(0, 10)
            const ids = times(4, (at) => `meeting-${round}-${at}`)
            await addMeetings(ids)
            const [one = '', other = '', before = '', after = ''] = ids
            const first: Span = ['10:00', '12:00']
            const second: Span = round % 2 ? ['11:59', '14:00'] : ['08:30', '10:30']
            const answers = await Promise.all([
              assign(round, one, date, first),
              assign(round + 1, other, date, second),
            ])
            expect(tally(answers)).toEqual({ done: 1, '422 assigned_room:side_meeting.room.taken': 1 })
            const isFirst = answers[0]?.status === 200
            const [from, to] = isFirst ? first : second
            const touching = await Promise.all([
              assign(round, before, date, ['06:00', from]),
              assign(round + 1, after, date, [to, '18:00']),
            ])
            expect(tally(touching)).toEqual({ done: 2 })
            expect(await countRows('side_meetings', { assigned_date: date, status: 'assigned' })).toBe(3)
          }
        },
        timeout,
      )

      test(
        `of ${crowd} people for one seat is won by one [121]`,
        async () => {
          const people = await Promise.all(times(crowd + rounds, () => forum.addApplicant()))
          const waiting = new Set(people)
          for (let round = 0; round < rounds; round += 1) {
            await addTour(`tour-${round}`, 1)
            const takers = [...waiting].slice(0, crowd)
            const forms = await Promise.all(
              takers.map((taker) => forum.filled(taker, { activities: [`tour-${round}`] })),
            )
            const answers = await Promise.all(
              takers.map(({ token }, at) =>
                forum.send(at, '/front/post/registrations', forms[at] ?? {}, token),
              ),
            )
            expect(tally(answers)).toEqual({ done: 1, '422 activities.0:registration.tour_full': crowd - 1 })
            const winner = takers[answers.findIndex(({ status }) => status === 200)]
            expect(await countRows('registrations', { activities: JSON.stringify([`tour-${round}`]) })).toBe(
              1,
            )
            if (winner) waiting.delete(winner)
          }
          expect(await countRows('registrations', {})).toBe(rounds)
        },
        timeout,
      )

      test(
        'of 50 registrations of one person is won by one, by whichever way and device they come [139]',
        async () => {
          for (let round = 0; round < rounds; round += 1) {
            const runner = await forum.addApplicant()
            const tokens = await Promise.all(times(5, () => forum.signIn(runner)))
            const forms = {
              registrations: await forum.formOf(runner),
              staff_registrations: await forum.formOf(runner, 'staff_registrations'),
            }
            const answers = await Promise.all(
              times(50, (at) => {
                const module = at % 5 === 4 ? 'staff_registrations' : 'registrations'
                return forum.send(at, `/front/post/${module}`, forms[module], tokens[at % tokens.length])
              }),
            )
            expect(tally(answers)).toEqual({ done: 1, '422 :registration.exists': 49 })
            const owned = { owner_id: runner.id }
            const asGuest = await countRows('registrations', owned)
            expect(asGuest + (await countRows('staff_registrations', owned))).toBe(1)
          }
        },
        timeout,
      )

      test(
        'of 50 sign-ins by the code to one mobile makes one account',
        async () => {
          for (let round = 0; round < rounds; round += 1) {
            const mobile = `+86139${String(40_000_000 + round)}`
            await forum.send(round, '/module/sms/sendCode', { mobile, check: false })
            const captcha = await nextCode(forum.dataDir, mobile)
            const signIns = await Promise.all(
              times(50, (at) => forum.send(at, '/front/sms/login', { mobile, captcha })),
            )
            expect(signIns.filter(({ data }) => data?.token)).toHaveLength(1)
            const users = await forum.server.db.kysely
              .selectFrom('users')
              .select('id')
              .where('mobile', '=', mobile)
              .execute()
            expect(users).toHaveLength(1)
          }
        },
        timeout,
      )

      test(
        'between those who name a row and who deletes it leaves no row that names nothing',
        async () => {
          for (let round = 0; round < rounds; round += 1) {
            const id = `gone-${round}`
            await addTour(id, 10)
            const people = await Promise.all(times(3, () => forum.addApplicant()))
            const forms = await Promise.all(people.map((one) => forum.filled(one, { activities: [id] })))
            const posts = people.map(({ token }, at) =>
              forum.send(at, '/front/post/registrations', forms[at] ?? {}, token),
            )
            await wait(round % 10)
            const deletion = await forum.send(round, '/front/delete/tour_routes', { id }, forum.organiser)
            const answers = await Promise.all(posts)
            const named = await countRows('registrations', { activities: JSON.stringify([id]) })
            expect(answers.filter(({ status }) => status === 200)).toHaveLength(named)
            const isGone = deletion.status === 200
            expect([deletion.why, named > 0]).toEqual(isGone ? ['', false] : ['row.in_use', true])
          }
        },
        timeout,
      )
    })
  })
