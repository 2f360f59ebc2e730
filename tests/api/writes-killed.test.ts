import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { paths } from '../../contract/api.ts'
import { application } from '../support/review-forum.ts'
import { expect, onTestFinished, test } from 'vitest'
import { meetingRooms } from '../../contract/modules/meeting-rooms.ts'
import { settings } from '../../contract/modules/settings.ts'
import { sideMeetings } from '../../contract/modules/side-meetings.ts'
import type { Database } from '../../server/db/client.ts'
import { moduleTables } from '../../server/db/module-tables.ts'
import { readRows, upsertRows } from '../../server/engine/write/write-rows.ts'
import { meetingRooms as sampleRooms } from '../../server/sample/programme.ts'
import { settings as sampleSettings } from '../../server/sample/rows.ts'
import { call } from '../support/accounts.ts'
import { emptyPlace, openPlace } from '../support/backups.ts'
import { eachDatabase, type DataPlace } from '../support/databases.ts'
import { type ForumProcess, organiserPassword, startForum } from '../support/forum-process.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/outgoing.ts'
import { besideForum, makeParticipants } from '../support/participants.ts'
import { twoSizes } from '../support/sizes.ts'

/** A row that a server said was written. */
interface Acknowledged {
  id: string
  name: string
  /** The room and day that it was said to have. */
  assigned: boolean
}

/** Pause before a call that was not answered is made again, in milliseconds. */
const retryMs = 100
const days = ['2023-09-05', '2023-09-06', '2023-09-07']
/** Spans that overlap or touch each other. */
const spans = [
  ['08:00', '10:00'],
  ['09:00', '11:00'],
  ['10:00', '12:00'],
  ['12:00', '14:30'],
] as const

/**
 * People who apply for side meetings, and an organiser's hand that assigns rooms, each call under a key of its own and
 * again under the same key until it is answered: as the outbox does it.
 */
class KeyedWriters {
  readonly acknowledged: Acknowledged[] = []
  /** Called at once when a server says that something is written. */
  onAcknowledged: (url: string) => void = () => {}
  #isOver = false
  readonly #running: Promise<unknown>

  /** Lets each person write to one of the servers, over and over. */
  constructor(organiser: string, urls: readonly string[], tokens: readonly string[]) {
    const write = async (token: string, index: number): Promise<void> => {
      const url = urls[index % urls.length] ?? ''
      for (let turn = 0; !this.#isOver; turn += 1)
        await this.#writeOne(url, [token, organiser], `writer ${index} turn ${turn}`, index + turn)
    }
    this.#running = Promise.all(tokens.map(write))
  }

  /** Every writer comes to the end of what it is doing. */
  async finish(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #writeOne(url: string, tokens: readonly [string, string], name: string, turn: number): Promise<void> {
    const meeting = { ...application, name }
    const { data } = await callUntilAnswered(url, paths.post('side_meetings'), meeting, tokens[0])
    const entry = { id: (data as { id: string }).id, name, assigned: false }
    this.acknowledged.push(entry)
    this.onAcknowledged(url)
    const [from, to] = spans[turn % spans.length] ?? spans[0]
    const assignment = {
      id: entry.id,
      assigned_room: turn % 2 === 0 ? 'mr-301' : 'mr-302',
      assigned_date: days[turn % days.length],
      assigned_start_time_at: from,
      assigned_end_time_at: to,
    }
    const path = paths.action('side_meetings', 'assign')
    entry.assigned = (await callUntilAnswered(url, path, assignment, tokens[1], 422)).code === 200
  }
}

/** Calls again under the same key while there is no answer, or one that says to come back. */
async function callUntilAnswered(
  url: string,
  path: string,
  body: object,
  token: string,
  refusal?: number,
): Promise<{ code: number; data: unknown }> {
  const key = randomUUID()
  for (;;) {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }).then(
      async (response) => (await response.json()) as { code: number; data: unknown; error?: { key: string } },
      () => undefined,
    )
    if (answer && (answer.code === 200 || answer.code === refusal)) return answer
    if (answer && answer.code < 500 && answer.error?.key !== 'idempotency.in_progress')
      throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
    await sleep(retryMs)
  }
}

/** Every acknowledged write is there once, and no room is given twice. */
async function expectEverythingOnce(db: Database, acknowledged: readonly Acknowledged[]): Promise<void> {
  const rows = (await readRows(db.kysely, sideMeetings)).filter(({ name }) =>
    String(name).startsWith('writer '),
  )
  const names = rows.map(({ name }) => String(name))
  expect(names.toSorted()).toEqual(acknowledged.map(({ name }) => name).toSorted())
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, name, assigned } of acknowledged)
    expect(byId.get(id)).toMatchObject({ name, status: assigned ? 'assigned' : 'submitted' })
  const held = rows
    .filter(({ status }) => status === 'assigned')
    .map((row) => ({
      place: `${String(row['assigned_room'])} ${String(row['assigned_date'])}`,
      from: String(row['assigned_start_time_at']),
      to: String(row['assigned_end_time_at']),
    }))
  const twice = held.filter((a) =>
    held.some((b) => a !== b && a.place === b.place && a.from < b.to && b.from < a.to),
  )
  expect(twice).toEqual([])
  await expectTrails(db, rows)
}

/** Each version of a row has its revision and its line in the audit log, and a person who got a room has one message about it. */
async function expectTrails(db: Database, rows: readonly { id: string; version: number }[]): Promise<void> {
  const tables = moduleTables(db.kysely)
  // Written, and assigned at most once.
  expect(rows.filter(({ version }) => version > 2)).toEqual([])
  const versions = rows.flatMap(({ id, version }) => Array.from({ length: version }, () => id)).toSorted()
  for (const table of ['row_revisions', 'audit_log']) {
    const trail = tables.selectFrom(table).select('row_id').where('module', '=', sideMeetings.name)
    expect((await trail.execute()).map(({ row_id: id }) => String(id)).toSorted()).toEqual(versions)
  }
  const messages = tables.selectFrom('outgoing_messages').select('id')
  const assigned = messages.where('template', '=', 'side_meeting_assigned')
  expect(await assigned.execute()).toHaveLength(rows.filter(({ version }) => version > 1).length)
}

const writers = 20
/** Writes of a round, before something ends. */
const writesARound = 10

/** Starts writers over servers of one database. */
async function startWriters(place: DataPlace, servers: readonly [ForumProcess, ForumProcess]) {
  const people = await besideForum(servers[0], place.databaseUrl, async (db) => {
    await db.transaction(async (trx) => {
      await upsertRows(trx, settings, sampleSettings, { now: new Date() })
      await upsertRows(trx, meetingRooms, sampleRooms, { now: new Date() })
    })
    return makeParticipants(db, writers)
  })
  const login = { login_name: 'organiser', login_pwd: organiserPassword }
  const { body } = await call(servers[0], '/front/user/login', login)
  const tokens = people.map(({ token }) => token)
  const urls = servers.map(({ url }) => url)
  return new KeyedWriters((body.data as { token: string }).token, urls, tokens)
}

eachDatabase('twenty writers', (_data, dialect) => {
  for (const { size: kills, mark } of twoSizes(2, 30, 'kills a server 30 times'))
    test(
      `lose nothing and write nothing twice while one of two servers is killed ${kills} times`,
      { ...mark, timeout: 600_000 },
      async () => {
        const place = await emptyPlace(dialect)
        const { dataDir, databaseUrl } = place
        const database = databaseUrl !== undefined && { DATABASE_URL: databaseUrl }
        const options = { dataDir, env: { SAMPLE_DATA: 'off', ...database } }
        const steady = await startForum(options)
        const port = await freePort()
        let mortal = await startForum({ ...options, port })
        onTestFinished(async () => {
          for (const server of [mortal, steady]) await server.stop({ keepData: true })
        })
        const crowd = await startWriters(place, [mortal, steady])
        for (let round = 0; round < kills; round += 1) {
          const enough = crowd.acknowledged.length + writesARound
          await until(async () => crowd.acknowledged.length >= enough, `${enough} writes`, 60_000)
          await sleep(Math.random() * 40)
          // At the moment at which it tells of one write: others are written then, and not told yet.
          const { url, process: dying } = mortal
          crowd.onAcknowledged = (by) => {
            if (by === url) dying.kill('SIGKILL')
          }
          await until(async () => dying.signalCode !== null, 'the end of a killed server')
          crowd.onAcknowledged = () => {}
          mortal = await startForum({ ...options, port })
        }
        await crowd.finish()
        await expectEverythingOnce(await openPlace(place), crowd.acknowledged)
        expect(crowd.acknowledged.length).toBeGreaterThan(kills * writesARound)
      },
    )
})
