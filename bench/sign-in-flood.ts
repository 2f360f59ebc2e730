import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '../contract/api.ts'
import { startForum } from '../tests/support/forum-process.ts'
import type { Bench } from './bench.ts'
import { runLoad, type LoadKind } from './load.ts'
import { residentMegabytes } from './process-usage.ts'
import { publicReads } from './public-reads.ts'

const seconds = 30
const readsASecond = 100
const signInsASecond = 200
const hashCounterUrl = new URL('count-hashes.ts', import.meta.url).href

/** Measures a flood of password sign-ins: concurrent hashes, and the delay for readers. */
export const signInFlood: Bench = {
  name: 'sign-in-flood',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forum-hashes-'))
    const hashes = join(folder, 'most')
    const env = { NODE_OPTIONS: `--import ${hashCounterUrl}`, HASHES_FILE: hashes }
    const forum = await startForum({ env })
    try {
      const { lists, details } = await publicReads(forum.url)
      const readers = {
        url: forum.url,
        perSecond: readsASecond,
        seconds,
        connections: 64,
        kinds: [lists, details],
      }
      const readsBefore = await runLoad(readers)
      const guesses: LoadKind = {
        name: 'sign-ins',
        share: 1,
        requests: Array.from({ length: 500 }, (_, index) => ({
          method: 'POST' as const,
          path: `/api${paths.login}`,
          body: { login_name: `nobody-${index}`, login_pwd: `guess number ${index}` },
        })),
      }
      const flood = { url: forum.url, perSecond: signInsASecond, seconds, connections: 256, kinds: [guesses] }
      const [readsDuring, signInResult] = await Promise.all([runLoad(readers), runLoad(flood)])
      const conditions = `${signInsASecond} sign-ins by password and ${readsASecond} public reads a second for ${seconds} s, SQLite, load generators on the same two cores`
      return [
        {
          name: 'most argon2id at once',
          value: Number(await readFile(hashes, 'utf8')),
          unit: '',
          goal: { most: 2 },
          conditions,
        },
        {
          name: 'public reads during the flood, 95th percentile',
          value: readsDuring.p95,
          unit: 'ms',
          goal: { most: 300 },
          conditions,
        },
        {
          name: 'public reads before the flood, 95th percentile',
          value: readsBefore.p95,
          unit: 'ms',
          conditions: `${readsASecond} public reads a second alone`,
        },
        {
          name: 'public reads during the flood, errors',
          value: readsDuring.errors,
          unit: '',
          goal: { most: 0 },
          conditions: JSON.stringify(readsDuring.faults),
        },
        {
          name: 'sign-ins answered, 95th percentile',
          value: signInResult.p95,
          unit: 'ms',
          conditions: JSON.stringify(signInResult.faults),
        },
        {
          name: 'memory after',
          value: await residentMegabytes(forum.process.pid ?? 0),
          unit: 'MB',
          conditions,
        },
      ]
    } finally {
      await forum.stop()
      await rm(folder, { recursive: true })
    }
  },
}
