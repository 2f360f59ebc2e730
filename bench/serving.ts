import autocannon from 'autocannon'
import { startPostgres } from '../tests/support/postgres.ts'
import { startForum, type ForumProcess } from '../tests/support/forum-process.ts'
import { type Bench, type Figure } from './bench.ts'
import { processorMs, residentMegabytes } from './process-usage.ts'

const connections = 64
const seconds = 10
const articles = 10_000
const conditions = `20 of ${articles} articles, filter, sort, total; ${connections} connections, ${seconds} s, load generator on the same two cores`

/**
 * Measures lists of 20 out of 10,000 rows, on both databases: queries that are new to the server, then one from its
 * cache.
 */
export const serving: Bench = {
  name: 'serving',
  run: async () => {
    const postgres = await startPostgres()
    try {
      const databases = [
        { name: 'SQLite', env: {} },
        { name: 'PostgreSQL', env: { DATABASE_URL: await postgres.createDatabase() } },
      ]
      const figures: Figure[] = []
      for (const { name, env } of databases) figures.push(...(await measure(name, env)))
      return figures
    } finally {
      await postgres.stop()
    }
  },
}

async function measure(database: string, env: Record<string, string>): Promise<Figure[]> {
  const forum = await startForum({ env, isStartedByNpm: true })
  try {
    await forum.forum(['load-sample', '--articles', String(articles)])
    return [
      ...(await load(forum, `${database}, every query new`, distinctPaths())),
      ...(await load(forum, `${database}, from memory`, repeat(listPath(0)))),
    ]
  } finally {
    await forum.stop()
  }
}

function listPath(second: number): string {
  const since = new Date(Date.UTC(2020, 0, 1) + second * 1000).toISOString().slice(0, 19).replaceAll(':', '#')
  const query = new URLSearchParams({
    filters: `published_at:gte:${since}Z`,
    sorters: 'published_at:desc',
    page: String((second % 400) + 1),
    size: '20',
  })
  return `/api/front/query/informations/all?${query}`
}

/** Yields different paths, so that no response comes from a cache. */
function* distinctPaths(): Generator<string> {
  for (let second = 0; ; second += 1) yield listPath(second)
}

function* repeat(path: string): Generator<string> {
  for (;;) yield path
}

async function load(forum: ForumProcess, name: string, paths: Generator<string>): Promise<Figure[]> {
  const pid = forum.process.pid ?? 0
  const beforeMs = await processorMs(pid)
  const result = await autocannon({
    url: forum.url,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, path: String(paths.next().value) }) }],
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name}: ${result.non2xx} refusals, ${result.errors} errors`)
  }
  const usedMs = (await processorMs(pid)) - beforeMs
  const minPerSecond = name.endsWith('memory') ? 542 : 439
  return [
    {
      name: `${name}: requests a second`,
      value: result.requests.average,
      unit: '/s',
      conditions,
      goal: { least: minPerSecond },
    },
    { name: `${name}: 50th percentile`, value: result.latency.p50, unit: 'ms', conditions },
    { name: `${name}: 99th percentile`, value: result.latency.p99, unit: 'ms', conditions },
    {
      name: `${name}: processor time a request`,
      value: usedMs / result.requests.total,
      unit: 'ms',
      conditions,
    },
    { name: `${name}: memory after`, value: await residentMegabytes(pid), unit: 'MB', conditions },
  ]
}
