import { paths } from '../contract/api.ts'
import type { ImportReport } from '../contract/transfer.ts'
import { insertSignIn } from '../server/accounts/sign-ins.ts'
import { insertUser } from '../server/accounts/users.ts'
import { startForum, type ForumProcess } from '../tests/support/forum-process.ts'
import { besideForum } from '../tests/support/participants.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { percentile, type Bench, type Figure } from './bench.ts'

const registrations = 10_000
const articles = 5000
const runs = 100
/** Article counts of imports: the time per row must not grow with them. */
const importSizes = [1000, 5000] as const

/** Maximum growth of the time per row; more is not noise. */
const maxGrowth = 1.5

/** Measures what could grow with the number of rows: free seats, numbers of articles, imports of articles. */
export const volumes: Bench = {
  name: 'volumes',
  run: async () => {
    const postgres = await startPostgres()
    try {
      return [...(await measure('SQLite')), ...(await measure('PostgreSQL', await postgres.createDatabase()))]
    } finally {
      await postgres.stop()
    }
  },
}

async function measure(database: string, url?: string): Promise<Figure[]> {
  const forum = await startForum({ env: url === undefined ? {} : { DATABASE_URL: url } })
  try {
    const counts = ['--registrations', String(registrations), '--articles', String(articles)]
    await forum.forum(['load-sample', ...counts])
    const token = await signIn(forum, url)
    const seats = await timeEach(() => call(forum, '/front/registrations/seats', token))
    const numbers = await timeEach((index) =>
      call(forum, paths.post('informations'), token, createArticle(index)),
    )
    const rows: number[] = []
    for (const size of importSizes) rows.push((await importArticles(forum, token, size)) / size)
    const [fewMs = Number.NaN, manyMs = Number.NaN] = rows
    const [fewRows, manyRows] = importSizes
    return [
      figure(
        `${database}: seats`,
        percentile(seats, 95),
        'ms',
        `p95 of ${runs}, ${registrations} registrations`,
      ),
      figure(
        `${database}: a new article`,
        percentile(numbers, 95),
        'ms',
        `p95 of ${runs}, ${articles} articles`,
      ),
      figure(
        `${database}: a row of an import of articles`,
        manyMs,
        'ms',
        `${manyRows} rows, checked and written`,
      ),
      {
        ...figure(`${database}: that to one of ${fewRows} rows`, manyMs / fewMs, 'times', 'linear is 1'),
        goal: { most: maxGrowth },
      },
    ]
  } finally {
    await forum.stop()
  }
}

function figure(name: string, value: number, unit: string, conditions: string): Figure {
  return { name, value, unit, conditions }
}

function signIn(forum: ForumProcess, url: string | undefined): Promise<string> {
  const id = 'organiser-of-volumes'
  return besideForum(forum, url, async (db) => {
    const user = { id, loginName: `${id}@forum.example`, password: 'estuary-turbine-7' }
    await insertUser(db.kysely, { ...user, role: 'organiser' }, new Date())
    return insertSignIn(db.kysely, { id }, new Date())
  })
}

async function call(
  forum: ForumProcess,
  path: string,
  authorization: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${forum.url}/api${path}`, {
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const { data, msg } = (await response.json()) as { data: unknown; msg: string }
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${msg}`)
  return data
}

async function timeEach(work: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < runs; index += 1) {
    const start = performance.now()
    await work(index)
    times.push(performance.now() - start)
  }
  return times
}

const createArticle = (index: number) => ({
  title: { 'zh-CN': `新型储能进展 ${index}`, en: `Progress of storage ${index}` },
  published_at: '2023-09-05T01:00:00Z',
  status: 'draft',
})

/** @returns milliseconds of the dry run and the commit */
async function importArticles(forum: ForumProcess, token: string, size: number): Promise<number> {
  const rows = Array.from({ length: size }, (_, index) => ({
    title: { 'zh-CN': `导入 ${size} ${index}`, en: `Imported ${size} ${index}` },
    published_at: '2023-09-05T01:00:00Z',
    status: 'draft',
  }))
  const start = performance.now()
  const path = paths.import('informations')
  const dryRun = (await call(forum, path, token, { rows })) as ImportReport
  if (dryRun.counts.created !== size) throw new Error(JSON.stringify(dryRun.counts))
  await call(forum, path, token, { token: dryRun.token })
  return performance.now() - start
}
