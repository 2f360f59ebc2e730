import { sql, type Kysely } from 'kysely'
import { auditLog } from '#contract/modules/audit-log.ts'
import { toInstant } from '#contract/time.ts'
import type { ClockPauseReason } from '#contract/retention.ts'
import type { Clock } from '../clock.ts'
import type { Database, Tables } from './client.ts'

/** Finds the time by which rows and files may be deleted; undefined while the clock is not trusted. */
export type FindDeletionTime = () => Promise<Date | undefined>

/** Why a clock is not trusted. */
export interface ClockDoubt {
  /** Reason for the console: `behind` or `ahead` of the last trusted time, or apart from the `database`. */
  kind: Exclude<ClockPauseReason, 'unconfirmed'>
  /** Explanation for the operator, in one line. */
  message: string
}

/** Dependencies of {@link createDeletionClock}. */
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

/** Two readings that are this far apart must agree before the clock is trusted. */
const readingGapMs = hourMs
/** Clocks that differ by more contradict each other; one that differs by more from the monotonic clock was set. */
const toleranceMs = 5 * minuteMs
/** After a longer downtime the clock may have been set forward, so the operator confirms it. */
const maxDowntimeMs = dayMs
/** Minimum interval of database queries; deletion tasks ask every second. */
const checkIntervalMs = minuteMs
/** After a restart within this time the earlier server's readings still count. */
const maxRestartMs = 10 * minuteMs
/** Minimum interval of storing that the clock was trusted. */
const trustStoreIntervalMs = 10 * minuteMs
/** Interval of repeated reports of the same doubt. */
const reportIntervalMs = dayMs
/** A command cannot wait an hour: it trusts the clock that a server trusted within this time. */
const trustedForMs = 2 * hourMs

/** Names in `task_runs`: when the clock was last trusted, and, before the first trust, the time of the newest row. */
const trustedName = 'clock believed'
const newestRowName = 'clock start'
/** Names in `task_runs`: the period in which readings agreed, so that a server that restarts every half hour deletes too. */
const agreedSinceName = 'clock agreed since'
const agreedUntilName = 'clock agreed until'

/** One simultaneous reading of two clocks, in milliseconds. */
interface Reading {
  /** The clock that can be set. */
  wallMs: number
  /** The monotonic clock of this process. */
  runMs: number
}

/**
 * Creates the function that decides whether tasks may delete by time now. One wrong reading of the clock would erase rows
 * weeks too early. So the clock is trusted only when two readings an hour apart agree with the monotonic clock, and neither
 * the database's clock nor the last trusted time contradicts it.
 */
export function createDeletionClock({ db, clock, monotonicMs, log }: DeletionClockDeps): FindDeletionTime {
  /** True after the first call, which takes over the readings of an earlier server. */
  let isStarted = false
  // The older of these readings is compared with each new one; once an hour the newer one replaces it.
  let olderReading: Reading | undefined
  let newerReading: Reading | undefined
  /** Time of the latest check against the database, by the monotonic clock; -Infinity makes the next call check. */
  let checkedAtMs = -Infinity
  /** Result of that check. */
  let doubt: ClockDoubt | undefined
  /** The last doubt in the log, with its time by the monotonic clock. */
  let lastReport: { kind: string; runMs: number } | undefined

  /** @returns true when a reading of an hour ago agrees with this one */
  function compareReadings(reading: Reading): boolean {
    const jumpMs = olderReading
      ? reading.wallMs - olderReading.wallMs - (reading.runMs - olderReading.runMs)
      : 0
    if (Math.abs(jumpMs) > toleranceMs) {
      log.warn({ seconds: Math.round(jumpMs / 1000) }, 'the clock was set: nothing is deleted for an hour')
      olderReading = undefined
      newerReading = undefined
      checkedAtMs = -Infinity
    }
    olderReading ??= reading
    newerReading ??= reading
    if (reading.runMs - newerReading.runMs >= readingGapMs) {
      olderReading = newerReading
      newerReading = reading
    }
    return reading.runMs - olderReading.runMs >= readingGapMs
  }

  /** Logs the current doubt, once a day while it stays the same. */
  function report({ runMs }: Reading): void {
    if (!doubt) {
      lastReport = undefined
      return
    }
    const isRepeated = lastReport?.kind === doubt.kind && runMs - lastReport.runMs < reportIntervalMs
    if (isRepeated) return
    lastReport = { kind: doubt.kind, runMs }
    log.warn({ doubt: doubt.message }, 'the clock is not believed: nothing is deleted')
  }

  return async () => {
    const now = clock.now()
    const reading = { wallMs: now.getTime(), runMs: monotonicMs() }
    if (!isStarted) {
      olderReading = await findEarlierReading(db.kysely, reading)
      isStarted = true
    }
    const doReadingsAgree = compareReadings(reading)
    if (reading.runMs - checkedAtMs >= checkIntervalMs) {
      checkedAtMs = reading.runMs
      // While the database does not answer, nothing is deleted.
      doubt = { kind: 'database', message: 'the database did not answer' }
      await storeNewestRowOnce(db.kysely, now)
      doubt = await findClockDoubt(db, now)
      report(reading)
      if (!doubt) await storeAgreedPeriod(db.kysely, olderReading ?? reading, reading)
      if (!doubt && doReadingsAgree) await storeTrustedIfDue(db.kysely, now)
    }
    return doubt || !doReadingsAgree ? undefined : now
  }
}

/** Finds what contradicts a clock: the last trusted time (without one, the newest row) or the database's clock. */
export async function findClockDoubt(db: Database, now: Date): Promise<ClockDoubt | undefined> {
  const lastKnownAt =
    (await findTaskRun(db.kysely, trustedName)) ??
    (await findTaskRun(db.kysely, newestRowName)) ??
    (await findNewestRow(db.kysely))
  const elapsedMs = now.getTime() - Date.parse(lastKnownAt ?? toInstant(now))
  const here = `it is ${toInstant(now)} here`
  if (elapsedMs < -toleranceMs)
    return { kind: 'behind', message: `${here}, before ${lastKnownAt}, which is over already` }
  if (elapsedMs > maxDowntimeMs) {
    const days = Math.floor(elapsedMs / dayMs)
    const message = `${here}, ${days} days after the clock was last believed; if it is right: npm run forum -- retention --trust-clock`
    return { kind: 'ahead', message }
  }
  if (db.dialect !== 'postgres') return undefined
  const { rows } = await sql<{
    ms: number
  }>`select cast(extract(epoch from now()) * 1000 as float8) as ms`.execute(db.kysely)
  const differenceMs = now.getTime() - (rows[0]?.ms ?? 0)
  if (Math.abs(differenceMs) <= toleranceMs) return undefined
  const message = `this machine and the database are ${Math.round(differenceMs / 1000)} s apart`
  return { kind: 'database', message }
}

/**
 * Finds a doubt for a command, which cannot compare two readings an hour apart.
 * @returns why it must not delete by this clock; undefined when a server trusted this clock recently
 */
export async function findCommandDoubt(db: Database, now: Date): Promise<string | undefined> {
  const doubt = await findClockDoubt(db, now)
  if (doubt) return doubt.message
  if (await isConfirmed(db.kysely, now)) return undefined
  return `it is ${toInstant(now)} here, which no server has confirmed; let one run for an hour, or, if the time is right: npm run forum -- retention --trust-clock`
}

/** Finds what deletion waits for, for the console; undefined when the clock is trusted. */
export async function findClockWait(db: Database, now: Date): Promise<ClockPauseReason | undefined> {
  const doubt = await findClockDoubt(db, now)
  if (doubt) return doubt.kind
  return (await isConfirmed(db.kysely, now)) ? undefined : 'unconfirmed'
}

/** Checks whether a server, or the operator, trusted the clock in the last two hours. */
async function isConfirmed(kysely: Kysely<Tables>, now: Date): Promise<boolean> {
  const trustedAt = await findTaskRun(kysely, trustedName)
  return trustedAt !== undefined && now.getTime() - Date.parse(trustedAt) <= trustedForMs
}

/** Trusts the clock from now on, because the operator has confirmed it. A server stores the same by itself after an hour. */
export async function trustClock(kysely: Kysely<Tables>, now: Date): Promise<void> {
  await storeTrusted(kysely, now)
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
async function storeNewestRowOnce(kysely: Kysely<Tables>, now: Date): Promise<void> {
  if ((await findTaskRun(kysely, newestRowName)) !== undefined) return
  const ran_at = (await findNewestRow(kysely)) ?? toInstant(now)
  await kysely
    .insertInto('task_runs')
    .values({ task: newestRowName, ran_at })
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
  // Without an earlier server both are NaN, and every comparison with NaN is false.
  const sinceMs = Date.parse((await findTaskRun(kysely, agreedSinceName)) ?? '')
  const untilMs = Date.parse((await findTaskRun(kysely, agreedUntilName)) ?? '')
  // The earlier server wrote its time once a minute. A clock that a time service set back a little since is no jump.
  const isRestart = wallMs >= untilMs - minuteMs && wallMs <= untilMs + maxRestartMs
  if (!isRestart) return undefined
  return { wallMs: wallMs - (untilMs - sinceMs), runMs: runMs - (untilMs - sinceMs) }
}

/** Stores since when and until when readings agreed, for a server that starts soon ({@link findEarlierReading}). */
async function storeAgreedPeriod(
  kysely: Kysely<Tables>,
  olderReading: Reading,
  latestReading: Reading,
): Promise<void> {
  await kysely
    .insertInto('task_runs')
    .values([
      { task: agreedSinceName, ran_at: toInstant(olderReading.wallMs) },
      { task: agreedUntilName, ran_at: toInstant(latestReading.wallMs) },
    ])
    .onConflict((conflict) =>
      conflict.column('task').doUpdateSet((eb) => ({ ran_at: eb.ref('excluded.ran_at') })),
    )
    .execute()
}

async function storeTrustedIfDue(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const trustedAt = await findTaskRun(kysely, trustedName)
  if (trustedAt !== undefined && now.getTime() - Date.parse(trustedAt) < trustStoreIntervalMs) return
  await storeTrusted(kysely, now)
}

async function storeTrusted(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const ran_at = toInstant(now)
  await kysely
    .insertInto('task_runs')
    .values({ task: trustedName, ran_at })
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
