import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { openDatabase, type Database } from '#server/db/client.ts'
import {
  createDeletionClock,
  findClockDoubt,
  findCommandDoubt,
  trustClock,
} from '#server/db/deletion-clock.ts'
import { bothDatabases } from '../support/databases.ts'
import { startForum } from '../support/forum-process.ts'
import { openTables } from '../support/use-server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

bothDatabases('the clock of deleting work', (suite) => {
  let db: Database
  /** Of the machine, which somebody may set, and of time itself. */
  let clock: { wallMs: number; runMs: number }
  let warnings: string[]

  beforeEach(async () => {
    db ??= await openTables(suite)
    await db.kysely.deleteFrom('task_runs').execute()
    clock = { wallMs: Date.now(), runMs: 0 }
    warnings = []
  })

  const now = () => new Date(clock.wallMs)
  const start = (of: Database = db) =>
    createDeletionClock({
      db: of,
      clock: { now },
      monotonicMs: () => clock.runMs,
      log: { warn: (_facts, line) => warnings.push(line) },
    })
  /** Lets time pass, with a look every ten minutes. @returns what the last look found */
  async function pass(find: ReturnType<typeof start>, ms: number) {
    let found = await find()
    for (let passedMs = 0; passedMs < ms; passedMs += 10 * minuteMs) {
      clock.wallMs += 10 * minuteMs
      clock.runMs += 10 * minuteMs
      found = await find()
    }
    return found
  }

  test('is believed after two readings an hour apart, after each start', async () => {
    // The database's own clock stands still here beside the test's: an hour and more would be a difference.
    clock.wallMs -= hourMs
    for (const find of [start(), start()]) {
      expect(await pass(find, 50 * minuteMs)).toBeUndefined()
      expect(await findCommandDoubt(db, now())).toBeDefined()
      expect(await pass(find, 10 * minuteMs)).toEqual(now())
      expect(await findCommandDoubt(db, now())).toBeUndefined()
      await db.kysely.deleteFrom('task_runs').execute()
      clock.wallMs -= hourMs
    }
  })

  test('is believed by servers that are restarted every half hour, unless it was set between them', async () => {
    // The database's own clock, which stands still here, is not asked.
    const withoutClock: Database = { ...db, dialect: 'sqlite' }
    const restart = async (offMs: number) => {
      clock.wallMs += offMs
      clock.runMs = 0
      return pass(start(withoutClock), 20 * minuteMs)
    }
    expect(await restart(0)).toBeUndefined()
    // Minutes without a server are no reading.
    expect(await restart(9 * minuteMs)).toBeUndefined()
    expect(await restart(9 * minuteMs)).toEqual(now())
    expect(await restart(minuteMs)).toEqual(now())
    for (const setMs of [-2 * minuteMs, 2 * hourMs, 12 * hourMs, 40 * dayMs])
      expect(await restart(setMs)).toBeUndefined()
  })

  test.each([2, 40, 4000])('that starts %i days ahead is reported and never believed', async (days) => {
    await appendAudit(db.kysely, { at: now(), actorId: null, action: 'x' })
    clock.wallMs += days * dayMs
    expect(await pass(start(), 3 * hourMs)).toBeUndefined()
    expect(warnings).toHaveLength(1)
    // What is written meanwhile is no witness, nor is another start.
    await db.kysely.insertInto('task_runs').values({ task: 'x', ran_at: now().toISOString() }).execute()
    expect(await pass(start(), 3 * hourMs)).toBeUndefined()
    expect((await findClockDoubt(db, now()))?.kind).toBe('ahead')
    expect(await findCommandDoubt(db, now())).toBeDefined()
  })

  test('that is put forward or back while the server runs is reported, and is not believed', async () => {
    const find = start()
    clock.wallMs -= hourMs
    expect(await pass(find, hourMs)).toEqual(now())
    // So little is not contradicted by what is known, and is waited for like a start.
    clock.wallMs += 12 * hourMs
    expect(await pass(find, 50 * minuteMs)).toBeUndefined()
    clock.wallMs -= 12 * hourMs + 50 * minuteMs
    for (const setMs of [40 * dayMs, -2 * dayMs]) {
      const before = clock.wallMs
      warnings = []
      clock.wallMs += setMs
      expect(await pass(find, 2 * hourMs)).toBeUndefined()
      expect(warnings.length).toBeGreaterThan(0)
      clock.wallMs = before
    }
    // Right again: an hour later.
    clock.wallMs -= hourMs
    await trustClock(db.kysely, now())
    expect(await find()).toBeUndefined()
    expect(await pass(find, hourMs)).toEqual(now())
  })

  test('is believed by the operator’s word, for a forum that was off for long', async () => {
    const long = new Date(clock.wallMs - 90 * dayMs).toISOString()
    await db.kysely.insertInto('task_runs').values({ task: 'clock believed', ran_at: long }).execute()
    const find = start()
    clock.wallMs -= hourMs
    expect(await pass(find, hourMs)).toBeUndefined()
    await trustClock(db.kysely, now())
    clock.runMs += minuteMs
    expect(await find()).toEqual(now())
    expect(await findCommandDoubt(db, now())).toBeUndefined()
  })
})

test('a start with the clock 40 days ahead erases nothing and says so', { timeout: 120_000 }, async () => {
  const first = await startForum({ env: { SAMPLE_DATA: 'off' } })
  await first.stop({ keepData: true })
  const db = await openDatabase({ dataDir: first.dataDir })
  onTestFinished(() => db.close())
  const organiser = await db.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await insertSignIn(db.kysely, organiser, new Date())
  const ahead = `const now = Date.now; Date.now = () => now() + ${40 * dayMs}; const Real = Date;
    globalThis.Date = class extends Real { constructor(...args) { super(...(args.length ? args : [Real.now()])) } }`
  const forum = await startForum({
    dataDir: first.dataDir,
    env: {
      LOG_LEVEL: 'warn',
      SAMPLE_DATA: 'off',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}`,
    },
  })
  onTestFinished(() => forum.stop())
  await expect.poll(() => forum.output()).toContain('"level":"warn"')
  expect(await db.kysely.selectFrom('sign_ins').select('id').execute()).toHaveLength(1)
})
