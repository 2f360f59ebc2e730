import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { paths } from '../contract/api.ts'
import { sideMeetings } from '../contract/modules/side-meetings.ts'
import { upsertRows } from '../server/engine/write/write-rows.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { startForum, type ForumProcess } from '../tests/support/forum-process.ts'
import type { Bench, Figure } from './bench.ts'
import { besideForum, makeParticipants } from '../tests/support/participants.ts'
import { processorMs } from './process-usage.ts'

const connections = 64
const seconds = 10
const rows = 10_000
const participantCount = 50

const application = {
  name: 'Grid round table',
  master_unit: 'Institute of Grids',
  subject: 'Storage in distribution grids',
  guests: ['Chair of a grid company', 'Head of a research institute', 'Mayor of a city'],
  apply_date: '2023-09-06',
  start_time_at: '09:00',
  end_time_at: '11:30',
  room_size: '50-100',
  need_interpretaion_equipment: true,
}

/** Measures a participant's own list of 10,000 rows, and forms sent with a key, on both databases. */
export const writing: Bench = {
  name: 'writing',
  run: async () => {
    const postgres = await startPostgres()
    try {
      const url = await postgres.createDatabase()
      return [...(await measure('SQLite', undefined, 1500)), ...(await measure('PostgreSQL', url, 600))]
    } finally {
      await postgres.stop()
    }
  },
}

async function measure(database: string, url: string | undefined, minLists: number): Promise<Figure[]> {
  const forum = await startForum({
    env: url === undefined ? {} : { DATABASE_URL: url },
    isStartedByNpm: true,
  })
  try {
    const tokens = await besideForum(forum, url, async (db) => {
      const participants = await makeParticipants(db, participantCount)
      const [owner] = participants
      const ownRows = Array.from({ length: rows }, (_, index) => ({
        id: randomUUID(),
        ...application,
        owner_id: owner?.id ?? '',
        name: `Round table ${index}`,
        apply_date: `2023-09-0${(index % 9) + 1}`,
        status: 'submitted',
      }))
      await db.transaction((trx) => upsertRows(trx, sideMeetings, ownRows, { now: new Date() }))
      return participants.map(({ token }) => token)
    })
    return [
      ...(await load(forum, `${database}, own list`, lists(tokens[0] ?? ''), minLists)),
      ...(await load(forum, `${database}, forms`, forms(tokens), 500)),
    ]
  } finally {
    await forum.stop()
  }
}

type LoadRequest = Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'body'>

function* lists(authorization: string): Generator<LoadRequest> {
  for (let turn = 0; ; turn += 1) {
    const query = new URLSearchParams({
      filters: `status:eq:submitted,apply_date:gte:2023-09-0${(turn % 3) + 1}`,
      sorters: 'created_at:desc',
      page: String((turn % 10) + 1),
      size: '20',
    })
    yield {
      method: 'GET',
      path: `/api${paths.list('side_meetings')}?${query.toString()}`,
      headers: { authorization },
    }
  }
}

function* forms(tokens: readonly string[]): Generator<LoadRequest> {
  for (let turn = 0; ; turn += 1) {
    yield {
      method: 'POST',
      path: `/api${paths.post('side_meetings')}`,
      headers: {
        authorization: tokens[turn % tokens.length] ?? '',
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ ...application, name: `Round table ${turn}` }),
    }
  }
}

async function load(
  forum: ForumProcess,
  name: string,
  requests: Generator<LoadRequest>,
  minPerSecond: number,
): Promise<Figure[]> {
  const pid = forum.process.pid ?? 0
  const beforeMs = await processorMs(pid)
  const result = await autocannon({
    url: forum.url,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...requests.next().value }) }],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} refusals, ${result.errors} errors`)
  const usedMs = (await processorMs(pid)) - beforeMs
  const conditions = `20 of ${rows} rows of one person, two filters, sort, total, the first 10 pages; forms with key, revision, audit and message; ${connections} connections, ${seconds} s, load generator on the same two cores`
  return [
    {
      name: `${name}: requests a second`,
      value: result.requests.average,
      unit: '/s',
      conditions,
      goal: { least: minPerSecond },
    },
    { name: `${name}: 99th percentile`, value: result.latency.p99, unit: 'ms', conditions },
    {
      name: `${name}: processor time a request`,
      value: usedMs / result.requests.total,
      unit: 'ms',
      conditions,
    },
  ]
}
