import { setTimeout as sleep } from 'node:timers/promises'
import { paths } from '../contract/api.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { startForum, type ForumProcess } from '../tests/support/forum-process.ts'
import { readTexts } from '../tests/support/outgoing.ts'
import type { Bench, Figure } from './bench.ts'
import { gets, runLoad, type LoadKind } from './load.ts'
import { processorMs, residentMegabytes } from './process-usage.ts'
import { publicReads } from './public-reads.ts'

const perSecond = 600
const seconds = 120
/** Requests of each kind out of thirty: 400, 120, 40, 20 and 20 a second. */
const shares = { lists: 20, details: 6, current: 2, codes: 1, signIns: 1 }
const signIns = (perSecond * seconds * shares.signIns) / 30
/** Concurrent requests for codes while the load is prepared. */
const concurrentCodeRequests = 20

const conditions = `${perSecond} requests a second for ${seconds} s whatever the answers do: 20 parts public lists, 6 details, 2 current user, 1 code asked for, 1 sign-in by code; sample forum, up to 512 connections, load generator on the same two cores, times from when a request was due`

/** Measures the minute in which everyone scans the code: a mix of requests on both databases. */
export const mixedLoad: Bench = {
  name: 'mixed-load',
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
  const pid = forum.process.pid ?? 0
  try {
    const kinds = await planKinds(forum)
    const beforeMs = await processorMs(pid)
    const result = await runLoad({ url: forum.url, perSecond, seconds, connections: 512, kinds })
    const usedMs = (await processorMs(pid)) - beforeMs
    const faults = JSON.stringify(result.faults)
    const kindTimes = Object.entries(result.p95ByKind).map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
    return [
      {
        name: `${database}: 95th percentile`,
        value: result.p95,
        unit: 'ms',
        goal: { most: 300 },
        conditions: `${conditions}; ${kindTimes.join(', ')}`,
      },
      { name: `${database}: 50th percentile`, value: result.p50, unit: 'ms', conditions },
      {
        name: `${database}: errors`,
        value: (result.errors / result.sent) * 100,
        unit: '%',
        goal: { most: 0.1 },
        conditions: `${result.sent} requests; ${faults}`,
      },
      {
        name: `${database}: requests a second`,
        value: result.perSecond,
        unit: '/s',
        goal: { least: perSecond * 0.99 },
        conditions,
      },
      { name: `${database}: processor`, value: usedMs / seconds / 10, unit: '% of one core', conditions },
      { name: `${database}: memory after`, value: await residentMegabytes(pid), unit: 'MB', conditions },
    ]
  } finally {
    await forum.stop()
  }
}

async function planKinds(forum: ForumProcess): Promise<LoadKind[]> {
  const { lists, details } = await publicReads(forum.url)
  const codes = await requestCodes(forum)
  const logins = [...codes].map(([mobile, captcha]) => ({ mobile, captcha }))
  const tokens = await Promise.all(logins.splice(0, 50).map((body) => signIn(forum.url, body)))
  return [
    { ...lists, share: shares.lists },
    { ...details, share: shares.details },
    {
      name: 'current user',
      share: shares.current,
      requests: tokens.flatMap((token) => gets([paths.currentUser], token)),
    },
    {
      name: 'code asked for',
      share: shares.codes,
      requests: mobiles('137', signIns).map((mobile) => post(paths.sendCode, { mobile, check: false })),
    },
    {
      name: 'sign-in by code',
      share: shares.signIns,
      requests: logins.map((body) => post(paths.smsLogin, body)),
    },
  ]
}

/** Requests codes for many numbers and reads them from the folder of outgoing texts. */
async function requestCodes({ url, dataDir }: ForumProcess): Promise<Map<string, string>> {
  const allMobiles = mobiles('139', signIns + 50)
  const remainingMobiles = allMobiles.values()
  const requestCode = async (): Promise<void> => {
    for (const mobile of remainingMobiles) await send(url, paths.sendCode, { mobile, check: false })
  }
  await Promise.all(Array.from({ length: concurrentCodeRequests }, requestCode))
  for (;;) {
    const texts = await readTexts(dataDir)
    if (texts.length >= allMobiles.length) return new Map(texts.map(({ to, code }) => [to, code ?? '']))
    await sleep(500)
  }
}

async function signIn(url: string, body: object): Promise<string> {
  const response = await send(url, paths.smsLogin, body)
  return ((await response.json()) as { data: { token: string } }).data.token
}

function send(url: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

function post(path: string, body: object) {
  return { method: 'POST' as const, path: `/api${path}`, body }
}

function mobiles(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(8, '0')}`)
}
