import { writeFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { paths } from '../contract/api.ts'
import type { ImportReport } from '../contract/transfer.ts'
import { insertSignIn } from '../server/accounts/sign-ins.ts'
import { insertUser } from '../server/accounts/users.ts'
import type { OutCell } from '../server/spreadsheets/cell.ts'
import type { SheetFormat } from '../server/spreadsheets/sheet-format.ts'
import { writeSheet } from '../server/spreadsheets/write/write-sheet.ts'
import { startForum, type ForumProcess } from '../tests/support/forum-process.ts'
import { besideForum } from '../tests/support/participants.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { percentile, type Bench, type Figure } from './bench.ts'
import { residentMegabytes } from './process-usage.ts'

const manyRows = 50_000
const fewRows = 5000
/** Interval of samples of memory and list in milliseconds. */
const sampleIntervalMs = 50

const csv: SheetFormat = {
  kind: 'csv',
  encoding: 'utf-8',
  hasMark: true,
  separator: ',',
  lineEnd: '\r\n',
}
const xlsx: SheetFormat = { kind: 'xlsx', sheet: 'Agenda' }

const header = [
  'code',
  'title.zh-CN',
  'title.en',
  'subtitle.zh-CN',
  'abstract.zh-CN',
  'type',
  'state',
  'language',
  'starts_at',
  'ends_at',
  'room',
  'speakers',
]

/** Measures imports of sessions, 12 columns with times, choices and relations, while visitors read lists. */
export const importing: Bench = {
  name: 'importing',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'importing-'))
    const postgres = await startPostgres()
    try {
      return [
        ...(await measure('SQLite', folder)),
        ...(await measure('PostgreSQL', folder, await postgres.createDatabase())),
      ]
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measure(database: string, folder: string, url?: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [format, name, rows] of [
    [csv, 'few.csv', fewRows],
    [csv, 'many.csv', manyRows],
    [xlsx, 'many.xlsx', manyRows],
  ] as const) {
    // A separate process for each, so that memory of one does not count for the next.
    const forum = await startForum({
      env: url === undefined ? {} : { DATABASE_URL: url },
      isStartedByNpm: true,
    })
    try {
      const token = await signIn(forum, url, name)
      const file = join(folder, name)
      await makeFile(file, format, rows)
      figures.push(...(await importFile(forum, token, { name: `${database}, ${name}`, path: file, rows })))
    } finally {
      await forum.stop()
    }
  }
  return figures
}

function signIn(forum: ForumProcess, url: string | undefined, name: string): Promise<string> {
  const id = `organiser-of-${name}`
  return besideForum(forum, url, async (db) => {
    const user = { id, loginName: `${id}@forum.example`, password: 'estuary-turbine-7' }
    await insertUser(db.kysely, { ...user, role: 'organiser' }, new Date())
    return insertSignIn(db.kysely, { id }, new Date())
  })
}

async function makeFile(path: string, format: SheetFormat, rows: number): Promise<void> {
  await writeFile(path, writeSheet(format, sessionRows(rows)))
}

function* sessionRows(rows: number): Generator<OutCell[]> {
  yield header
  for (let index = 0; index < rows; index += 1) {
    const hour = String((index % 9) + 9).padStart(2, '0')
    yield [
      `S${index}`,
      `能源转型与储能技术专题讨论 ${index}`,
      `Energy storage panel ${index}`,
      '面向 2030 年的电网',
      `本场讨论新型储能、氢能与电网数字化的进展，以及各国在能源转型中的经验，共 ${index} 项议题。`,
      index % 3 === 0 ? 'panel' : 'talk',
      'confirmed',
      'zh-CN',
      `2023-09-05 ${hour}:00`,
      `2023-09-05 ${hour}:30`,
      '',
      '',
    ]
  }
}

interface FileToImport {
  /** Name of its figures. */
  name: string
  path: string
  rows: number
}

async function importFile(
  forum: ForumProcess,
  authorization: string,
  { name, path, rows }: FileToImport,
): Promise<Figure[]> {
  const file = await upload(forum, authorization, path)
  // Code that the first request of a kind compiles does not count for the import.
  await readList(forum)
  const watch = watchForum(forum)
  const dryRun = await timed(() => send(forum, authorization, { file }))
  if (dryRun.data.counts.created !== rows) throw new Error(`${name}: ${JSON.stringify(dryRun.data.counts)}`)
  const commit = await timed(() => send(forum, authorization, { token: dryRun.data.token }))
  if (commit.data.state !== 'committed') throw new Error(`${name}: not written`)
  const { growthMegabytes, listMs } = await watch.stop()
  const conditions = `${rows} rows of 12 columns; a public list asked every ${sampleIntervalMs} ms meanwhile, never from memory; 2 cores`
  const isMany = rows === manyRows
  const inSeconds = { unit: 's', conditions }
  const goal = { most: isMany ? 30 : 3 }
  const figures: Figure[] = [
    { name: `${name}: dry run`, value: dryRun.seconds, ...inSeconds, goal },
    { name: `${name}: commit`, value: commit.seconds, ...inSeconds, ...(isMany && { goal }) },
  ]
  if (!isMany) return figures
  const slowListMs = percentile(listMs, 95)
  return [
    ...figures,
    {
      name: `${name}: growth of memory`,
      value: growthMegabytes,
      unit: 'MB',
      conditions,
      goal: { most: 150 },
    },
    {
      name: `${name}: lists meanwhile, 95th percentile`,
      value: slowListMs,
      unit: 'ms',
      conditions,
      goal: { most: 300 },
    },
  ]
}

async function upload(forum: ForumProcess, authorization: string, path: string): Promise<string> {
  const form = new FormData()
  form.set('module', 'sessions')
  form.set('purpose', 'import')
  form.set('file', new Blob([await readFile(path)]), path.slice(path.lastIndexOf('/') + 1))
  const response = await fetch(`${forum.url}/api${paths.upload}`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  })
  const { data } = (await response.json()) as { data: { no: string } }
  return data.no
}

async function send(forum: ForumProcess, authorization: string, body: object): Promise<ImportReport> {
  const response = await fetch(`${forum.url}/api${paths.import('sessions')}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data, msg } = (await response.json()) as { data: ImportReport | null; msg: string }
  if (!data) throw new Error(msg)
  return data
}

async function timed<T>(work: () => Promise<T>): Promise<{ data: T; seconds: number }> {
  const start = performance.now()
  const data = await work()
  return { data, seconds: (performance.now() - start) / 1000 }
}

let listRequests = 0

/** Reads a list that is in no cache: each request searches another text. */
async function readList(forum: ForumProcess): Promise<number> {
  const start = performance.now()
  const query = new URLSearchParams({ filters: `name:ne:${(listRequests += 1)}`, size: '20' })
  const response = await fetch(`${forum.url}/api${paths.list('exhibitors')}?${query.toString()}`)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`a list answered ${response.status}`)
  return performance.now() - start
}

/** Samples memory and a list until it is stopped. */
function watchForum(forum: ForumProcess) {
  const pid = forum.process.pid ?? 0
  const listMs: number[] = []
  const stopController = new AbortController()
  const run = async (): Promise<number> => {
    const beforeMegabytes = await residentMegabytes(pid)
    let maxMegabytes = beforeMegabytes
    while (!stopController.signal.aborted) {
      listMs.push(await readList(forum))
      maxMegabytes = Math.max(maxMegabytes, await residentMegabytes(pid))
      await wait(sampleIntervalMs)
    }
    return maxMegabytes - beforeMegabytes
  }
  const sampling = run()
  return {
    stop: async () => {
      stopController.abort()
      return { growthMegabytes: await sampling, listMs }
    },
  }
}
