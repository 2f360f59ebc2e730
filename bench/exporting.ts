import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { paths } from '../contract/api.ts'
import { sideMeetings } from '../contract/modules/side-meetings.ts'
import { insertSignIn } from '../server/accounts/sign-ins.ts'
import { findUserByLogin } from '../server/accounts/users.ts'
import { upsertRows } from '../server/engine/write/write-rows.ts'
import { startForum, type ForumProcess } from '../tests/support/forum-process.ts'
import { besideForum } from '../tests/support/participants.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { median, type Bench, type Figure } from './bench.ts'
import { residentMegabytes } from './process-usage.ts'

const rows = 50_000
const columns = [
  'id',
  'name',
  'master_unit',
  'subject',
  'guests',
  'apply_date',
  'start_time_at',
  'end_time_at',
  'room_size',
  'need_interpretaion_equipment',
  'assigned_room',
  'created_at',
]
const runs = 3
/** Interval of memory samples in milliseconds. */
const sampleMs = 20

/** Measures the export of every row of a large module, on both databases. */
export const exporting: Bench = {
  name: 'exporting',
  run: async () => {
    const postgres = await startPostgres()
    try {
      const url = await postgres.createDatabase()
      return [...(await measure('SQLite', undefined)), ...(await measure('PostgreSQL', url))]
    } finally {
      await postgres.stop()
    }
  },
}

async function measure(database: string, url: string | undefined): Promise<Figure[]> {
  const forum = await startForum({
    env: url === undefined ? {} : { DATABASE_URL: url },
    isStartedByNpm: true,
  })
  try {
    const token = await createRows(forum, url)
    const figures: Figure[] = []
    for (const format of ['csv', 'xlsx'] as const)
      figures.push(...(await measureFormat(forum, token, database, format)))
    return figures
  } finally {
    await forum.stop()
  }
}

/** @returns token of an organiser */
function createRows(forum: ForumProcess, url: string | undefined): Promise<string> {
  return besideForum(forum, url, async (db) => {
    const meetings = Array.from({ length: rows }, (_, index) => ({
      id: randomUUID(),
      name: `能源转型圆桌会议 ${index}`,
      master_unit: 'Institute of Grids',
      subject: `Storage in distribution grids, part ${index}`,
      guests: ['Chair of a grid company', 'Head of a research institute', 'Mayor of a city'],
      apply_date: `2023-09-0${(index % 9) + 1}`,
      start_time_at: '09:00',
      end_time_at: '11:30',
      room_size: '50-100',
      need_interpretaion_equipment: index % 2 === 0,
      assigned_room: index % 3 === 0 ? 'mr-301' : null,
      status: 'submitted',
    }))
    await db.transaction((trx) => upsertRows(trx, sideMeetings, meetings, { now: new Date() }))
    const organiser = await findUserByLogin(db.kysely, 'organiser')
    return insertSignIn(db.kysely, { id: organiser?.id ?? '' }, new Date())
  })
}

async function measureFormat(
  forum: ForumProcess,
  token: string,
  database: string,
  format: 'csv' | 'xlsx',
): Promise<Figure[]> {
  const pid = forum.process.pid ?? 0
  const exportRows = async (query: string): Promise<number> => {
    const response = await fetch(`${forum.url}/api${paths.export('side_meetings')}${query}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ format, columns }),
    })
    if (!response.ok || !response.body) throw new Error(`the export was refused: ${response.status}`)
    let bytes = 0
    for await (const chunk of response.body) bytes += chunk.length
    return bytes
  }
  // Code that loads once does not count as growth of an export.
  await exportRows(`?filters=${encodeURIComponent('apply_date:eq:2023-09-01')}`)
  const beforeMegabytes = await residentMegabytes(pid)
  let maxMegabytes = beforeMegabytes
  const timer = setInterval(() => {
    void residentMegabytes(pid).then((megabytes) => (maxMegabytes = Math.max(maxMegabytes, megabytes)))
  }, sampleMs)
  const seconds: number[] = []
  let bytes = 0
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    bytes = await exportRows('')
    seconds.push((performance.now() - startedAt) / 1000)
  }
  clearInterval(timer)
  const conditions = `${rows} rows, ${columns.length} columns, ${Math.round(bytes / 1e5) / 10} MB, median of ${runs}, after an export of a ninth of them; the client on the same two cores`
  return [
    {
      name: `${database}, ${format}: whole export`,
      value: median(seconds),
      unit: 's',
      goal: { most: 10 },
      conditions,
    },
    {
      name: `${database}, ${format}: growth of memory`,
      value: maxMegabytes - beforeMegabytes,
      unit: 'MB',
      goal: { most: 60 },
      conditions: `largest while ${runs} exports ran one after the other, asked every ${sampleMs} ms`,
    },
  ]
}
