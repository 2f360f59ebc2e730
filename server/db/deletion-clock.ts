import { sql, type Kysely } from 'kysely'
import { auditLog } from '#contract/modules/audit-log.ts'
import { toInstant } from '#contract/time.ts'
import type { ClockWait } from '#contract/retention.ts'
import type { Clock } from '../clock.ts'
import type { Database, Tables } from './client.ts'

/** Finds the time by which rows and files may be deleted; undefined while the clock is not trusted. */
export type FindDeletionTime = () => Promise<Date | undefined>

/** Why a clock is not trusted, in one line. */
export interface ClockDoubt {
  kind: Exclude<ClockWait, 'unconfirmed'>
  line: string
}

export interface DeletionClockDeps {
  db: Database
  clock: Clock
  /** Milliseconds of a monotonic clock. */
  monotonicMs: () => number
  log: { warn(facts: object, message: string): void }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Two readings this far apart must agree before the clock is trusted. */
const readingsApartMs = hourMs
/** Clocks that differ by more are wrong; a clock that drifts by more from the monotonic clock was set. */
const toleranceMs = 5 * minuteMs
/** After a longer downtime the clock may have been set forward, so the operator confirms it. */
const maxOffMs = dayMs
/** Interval of queries; deletion tasks call every second. */
const checkEveryMs = minuteMs
/** Readings continue over a restart up to this long; a clock that was set looks like a longer one. */
const maxRestartMs = 10 * minuteMs
/** Interval of writing that the clock was trusted. */
const writeEveryMs = 10 * minuteMs
/** Interval of repeated reports of the same doubt. */
const reportEveryMs = dayMs
/** A command cannot wait an hour: it trusts the clock that a server trusted within this time. */
const believedForMs = 2 * hourMs

/** Rows in `task_runs`: when the clock was trusted last, and the newest row before that ever happened. */
const believedName = 'clock believed'
const startName = 'clock start'
/** Period in which readings agreed, so that a server that restarts every half hour deletes too. */
const agreedSinceName = 'clock agreed since'
const agreedUntilName = 'clock agreed until'

interface Reading {
  wallMs: number
  runMs: number
}

/**
 * Creates the function that decides whether tasks may delete by time now. One wrong reading of the clock would erase rows
 * weeks too early. So the clock is trusted only when two readings an hour apart agree with the monotonic clock, and neither
 * the database's clock nor the last trusted time contradicts it.
 */
export function createDeletionClock({ db, clock, monotonicMs, log }: DeletionClockDeps): FindDeletionTime {
  let isStarted = false
  let earlier: Reading | undefined
  let later: Reading | undefined
  let checkedMs = -Infinity
  let doubt: ClockDoubt | undefined
  let reported: { kind: string; runMs: number } | undefined

  /** @returns true when a reading of an hour ago agrees with this one */
  function compareReadings(reading: Reading): boolean {
    const setMs = earlier ? reading.wallMs - earlier.wallMs - (reading.runMs - earlier.runMs) : 0
    if (Math.abs(setMs) > toleranceMs) {
      log.warn({ seconds: Math.round(setMs / 1000) }, 'the clock was set: nothing is deleted for an hour')
      earlier = undefined
      later = undefined
      checkedMs = -Infinity
    }
    earlier ??= reading
    later ??= reading
    if (reading.runMs - later.runMs >= readingsApartMs) {
      earlier = later
      later = reading
    }
    return reading.runMs - earlier.runMs >= readingsApartMs
  }

  function report({ runMs }: Reading): void {
    if (!doubt) {
      reported = undefined
      return
    }
    const isKnown = reported?.kind === doubt.kind && runMs - reported.runMs < reportEveryMs
    if (isKnown) return
    reported = { kind: doubt.kind, runMs }
    log.warn({ doubt: doubt.line }, 'the clock is not believed: nothing is deleted')
  }

  return async () => {
    const now = clock.now()
    const reading = { wallMs: now.getTime(), runMs: monotonicMs() }
    if (!isStarted) {
      earlier = await findEarlierReading(db.kysely, reading)
      isStarted = true
    }
    const doReadingsAgree = compareReadings(reading)
    if (reading.runMs - checkedMs >= checkEveryMs) {
      checkedMs = reading.runMs
      // While the database does not answer, nothing is deleted.
      doubt = { kind: 'database', line: 'the database did not answer' }
      await startFromNewestRow(db.kysely, now)
      doubt = await findClockDoubt(db, now)
      report(reading)
      if (!doubt) await writeAgreed(db.kysely, earlier ?? reading, reading)
      if (!doubt && doReadingsAgree) await writeBelievedIfDue(db.kysely, now)
    }
    return doubt || !doReadingsAgree ? undefined : now
  }
}

/** Finds what contradicts a clock: the last trusted time, else the newest row, and the database's clock. */
export async function findClockDoubt(db: Database, now: Date): Promise<ClockDoubt | undefined> {
  const known =
    (await findTaskRun(db.kysely, believedName)) ??
    (await findTaskRun(db.kysely, startName)) ??
    (await findNewestRow(db.kysely))
  const sinceMs = now.getTime() - Date.parse(known ?? toInstant(now))
  const here = `it is ${toInstant(now)} here`
  if (sinceMs < -toleranceMs)
    return { kind: 'behind', line: `${here}, before ${known}, which is over already` }
  if (sinceMs > maxOffMs) {
    const days = Math.floor(sinceMs / dayMs)
    const line = `${here}, ${days} days after the clock was last believed; if it is right: npm run forum -- retention --trust-clock`
    return { kind: 'ahead', line }
  }
  if (db.dialect !== 'postgres') return undefined
  const { rows } = await sql<{
    ms: number
  }>`select cast(extract(epoch from now()) * 1000 as float8) as ms`.execute(db.kysely)
  const apartMs = now.getTime() - (rows[0]?.ms ?? 0)
  if (Math.abs(apartMs) <= toleranceMs) return undefined
  const line = `this machine and the database are ${Math.round(apartMs / 1000)} s apart`
  return { kind: 'database', line }
}

/**
 * Finds a doubt for a command, which ends within an hour.
 * @returns why it must not delete by this clock; undefined when a server trusted this clock recently
 */
export async function findCommandDoubt(db: Database, now: Date): Promise<string | undefined> {
  const doubt = await findClockDoubt(db, now)
  if (doubt) return doubt.line
  if (await isConfirmed(db.kysely, now)) return undefined
  return `it is ${toInstant(now)} here, which no server has confirmed; let one run for an hour, or, if the time is right: npm run forum -- retention --trust-clock`
}

/** Finds what deletion waits for, for the console; undefined when the clock is trusted. */
export async function findClockWait(db: Database, now: Date): Promise<ClockWait | undefined> {
  const doubt = await findClockDoubt(db, now)
  if (doubt) return doubt.kind
  return (await isConfirmed(db.kysely, now)) ? undefined : 'unconfirmed'
}

async function isConfirmed(kysely: Kysely<Tables>, now: Date): Promise<boolean> {
  const believed = await findTaskRun(kysely, believedName)
  return believed !== undefined && now.getTime() - Date.parse(believed) <= believedForMs
}

/** Trusts the clock from now on, because the operator has confirmed it. */
export async function trustClock(kysely: Kysely<Tables>, now: Date): Promise<void> {
  await writeBelieved(kysely, now)
}

/** Finds when the newest row of this database was written. */
async function findNewestRow(kysely: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ at: string | null }>`select max(at) as at from (
    select max(at) as at from ${sql.id(auditLog.name)}
    union all select max(last_used_at) from sign_ins
    union all select max(ran_at) from task_runs) as newest`.execute(kysely)
  return rows[0]?.at ?? undefined
}

/** Stores the time of the newest row before the first trust, so that rows written by a wrong clock do not count. */
async function startFromNewestRow(kysely: Kysely<Tables>, now: Date): Promise<void> {
  if ((await findTaskRun(kysely, startName)) !== undefined) return
  const ran_at = (await findNewestRow(kysely)) ?? toInstant(now)
  await kysely
    .insertInto('task_runs')
    .values({ task: startName, ran_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Finds the first reading of the server before this one. The time between the two servers does not count.
 * @returns undefined when no server ran a short while ago by this clock
 */
async function findEarlierReading(
  kysely: Kysely<Tables>,
  { wallMs, runMs }: Reading,
): Promise<Reading | undefined> {
  const since = Date.parse((await findTaskRun(kysely, agreedSinceName)) ?? '')
  const until = Date.parse((await findTaskRun(kysely, agreedUntilName)) ?? '')
  const isRestart = wallMs >= until - minuteMs && wallMs <= until + maxRestartMs
  if (!isRestart) return undefined
  return { wallMs: wallMs - (until - since), runMs: runMs - (until - since) }
}

async function writeAgreed(kysely: Kysely<Tables>, earlier: Reading, last: Reading): Promise<void> {
  await kysely
    .insertInto('task_runs')
    .values([
      { task: agreedSinceName, ran_at: toInstant(earlier.wallMs) },
      { task: agreedUntilName, ran_at: toInstant(last.wallMs) },
    ])
    .onConflict((conflict) =>
      conflict.column('task').doUpdateSet((eb) => ({ ran_at: eb.ref('excluded.ran_at') })),
    )
    .execute()
}

async function writeBelievedIfDue(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const believed = await findTaskRun(kysely, believedName)
  if (believed !== undefined && now.getTime() - Date.parse(believed) < writeEveryMs) return
  await writeBelieved(kysely, now)
}

async function writeBelieved(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const ran_at = toInstant(now)
  await kysely
    .insertInto('task_runs')
    .values({ task: believedName, ran_at })
    .onConflict((conflict) => conflict.column('task').doUpdateSet({ ran_at }))
    .execute()
}

/** Finds when a task ran last, an instant; undefined when it never did. */
export async function findTaskRun(kysely: Kysely<Tables>, task: string): Promise<string | undefined> {
  const row = await kysely
    .selectFrom('task_runs')
    .select('ran_at')
    .where('task', '=', task)
    .executeTakeFirst()
  return row?.ran_at
}
