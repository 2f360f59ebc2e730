import { paths } from '../contract/api.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { startForum, type ForumProcess } from '../tests/support/forum-process.ts'
import { percentile, type Bench, type Figure } from './bench.ts'
import { searchWords } from './search-words.ts'

const articles = 10_000
/** Maximum milliseconds of 95 of 100 responses. */
const goalMs = 20
const conditions = `${articles} articles in both languages beside the sample forum; different words each time, one call after the other, from the request to the whole answer, on the same machine`

/** Measures a search of all modules while typing, and the pages of one group, over many articles on both databases. */
export const searching: Bench = {
  name: 'searching',
  run: async () => {
    const postgres = await startPostgres()
    try {
      const figures = await measure('SQLite', {})
      const env = { DATABASE_URL: await postgres.createDatabase() }
      return [...figures, ...(await measure('PostgreSQL', env))]
    } finally {
      await postgres.stop()
    }
  },
}

async function measure(database: string, env: Record<string, string>): Promise<Figure[]> {
  const forum = await startForum({ env, isStartedByNpm: true })
  try {
    await forum.forum(['load-sample', '--articles', String(articles)])
    const queries = searchWords()
    // A server that has just started has not compiled its code yet.
    await searchAll(forum, queries.slice(0, 40), { module: 'qa' })
    return [
      ...(await toFigures(forum, `${database}, all groups`, queries, { size: '4' })),
      ...(await toFigures(forum, `${database}, one group`, queries, { module: 'informations' })),
      ...(await toFigures(forum, `${database}, its second page`, queries, {
        module: 'informations',
        page: '2',
      })),
    ]
  } finally {
    await forum.stop()
  }
}

async function toFigures(
  forum: ForumProcess,
  name: string,
  queries: readonly string[],
  query: Readonly<Record<string, string>>,
): Promise<Figure[]> {
  const searches = await searchAll(forum, queries, query)
  const times = searches.map(({ ms }) => ms)
  const slowest = searches.toSorted((a, b) => b.ms - a.ms).slice(0, 3)
  const slow = slowest.map(({ q, ms, total }) => `"${q}" ${ms.toFixed(1)} ms (${total})`).join(', ')
  const loaded = `${conditions}; ${searches.length} words, found ${Math.max(...searches.map(({ total }) => total))} at most; slowest ${slow}`
  return [
    {
      name: `${name}: 95th percentile`,
      value: percentile(times, 95),
      unit: 'ms',
      goal: { most: goalMs },
      conditions: loaded,
    },
    { name: `${name}: 50th percentile`, value: percentile(times, 50), unit: 'ms', conditions },
  ]
}

interface Timed {
  q: string
  ms: number
  /** Rows found in all groups. */
  total: number
}

/** @throws Error when a search is rejected, because a rejection is quick */
async function searchAll(
  { url }: ForumProcess,
  queries: readonly string[],
  query: Readonly<Record<string, string>>,
): Promise<Timed[]> {
  const timed: Timed[] = []
  for (const q of queries) {
    const startMs = performance.now()
    const response = await fetch(`${url}/api${paths.search}?${new URLSearchParams({ q, ...query })}`)
    const { data } = (await response.json()) as { data: { groups: { total: number }[] } }
    const ms = performance.now() - startMs
    if (!response.ok) throw new Error(`"${q}" was refused with ${response.status}`)
    timed.push({ q, ms, total: data.groups.reduce((sum, group) => sum + group.total, 0) })
  }
  return timed
}
