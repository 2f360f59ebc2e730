import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { HttpError, createHttpError } from '#server/errors.ts'

/** Limit of a sliding window. */
export interface RateLimit {
  /** Maximum number of events in the window. */
  count: number
  /** Length of the window, which ends now. */
  windowMs: number
}

/** Number of events between two times, in milliseconds since 1970. */
interface CountInterval {
  /** Time of its first event. */
  startedMs: number
  /** Time of its latest event. */
  lastMs: number
  count: number
}

/** Events within a twelfth of the window are counted in one interval, which expires with its latest event. */
const intervalsPerWindow = 12
/** Clocks of two servers may differ by this much. Intervals further in the future stem from a wrong clock and are dropped. */
const skewMs = 60_000

/**
 * Increments a counter in the database, which all processes share. The update applies only when the stored value is still
 * the one that was read, so that concurrent requests never exceed the limit, without a lock.
 * @param counter name of the counter; it contains no person and no address
 * @throws HttpError `rate.limited` when the window is full
 */
export async function incrementCounter(
  kysely: Kysely<Tables>,
  counter: string,
  limit: RateLimit,
  now: Date,
): Promise<void> {
  const nowMs = now.getTime()
  await updateIntervals(kysely, formatCounterName(counter, limit), now, (stored) => {
    const intervals = stored.filter(
      ({ lastMs }) => lastMs > nowMs - limit.windowMs && lastMs < nowMs + skewMs,
    )
    const [oldest] = intervals
    if (oldest && intervals.reduce((sum, { count }) => sum + count, 0) >= limit.count) {
      const waitMs = oldest.lastMs + limit.windowMs - nowMs
      throw createHttpError('rate.limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
    }
    const newest = intervals.at(-1)
    return newest && newest.startedMs > nowMs - limit.windowMs / intervalsPerWindow
      ? [...intervals.slice(0, -1), { ...newest, lastMs: nowMs, count: newest.count + 1 }]
      : [...intervals, { startedMs: nowMs, lastMs: nowMs, count: 1 }]
  })
}

/** Increments a counter like {@link incrementCounter}. @returns false, without counting, when the window is full */
export async function tryIncrementCounter(...args: Parameters<typeof incrementCounter>): Promise<boolean> {
  try {
    await incrementCounter(...args)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.key === 'rate.limited') return false
    throw error
  }
}

/** Decrements a counter, for an operation that should not have been counted. Its latest interval loses one event. */
export async function decrementCounter(
  kysely: Kysely<Tables>,
  counter: string,
  limit: RateLimit,
  now: Date,
): Promise<void> {
  await updateIntervals(kysely, formatCounterName(counter, limit), now, (stored) => {
    const newest = stored.at(-1)
    return newest
      ? [...stored.slice(0, -1), ...(newest.count > 1 ? [{ ...newest, count: newest.count - 1 }] : [])]
      : []
  })
}

/**
 * Reads the intervals of a counter, changes and writes them. It starts again as often as another request wrote them in
 * between.
 */
async function updateIntervals(
  kysely: Kysely<Tables>,
  counter: string,
  now: Date,
  changeIntervals: (stored: readonly CountInterval[]) => readonly CountInterval[],
): Promise<void> {
  for (;;) {
    const row = await kysely
      .selectFrom('rate_counts')
      .select('parts')
      .where('counter', '=', counter)
      .executeTakeFirst()
    const intervals = JSON.stringify(changeIntervals(row ? (JSON.parse(row.parts) as CountInterval[]) : []))
    const changedColumns = { parts: intervals, counted_at: toInstant(now) }
    const writtenRow = await (row
      ? kysely
          .updateTable('rate_counts')
          .set(changedColumns)
          .where('counter', '=', counter)
          .where('parts', '=', row.parts)
          .returning('counter')
          .executeTakeFirst()
      : kysely
          .insertInto('rate_counts')
          .values({ counter, ...changedColumns })
          .onConflict((conflict) => conflict.doNothing())
          .returning('counter')
          .executeTakeFirst())
    if (writtenRow) return
  }
}

/** Resets a counter of one limit. Another limit has a counter of its own, even under the same name. */
export async function resetCounter(kysely: Kysely<Tables>, counter: string, limit: RateLimit): Promise<void> {
  await kysely.deleteFrom('rate_counts').where('counter', '=', formatCounterName(counter, limit)).execute()
}

/** Deletes counts of windows that ended long ago. */
export async function deleteOldCounts(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const countedBefore = toInstant(now.getTime() - retentionMs)
  await kysely.deleteFrom('rate_counts').where('counted_at', '<', countedBefore).execute()
}

/** Longer than the longest window, in milliseconds. */
const retentionMs = 31 * 24 * 60 * 60 * 1000

/** Limits of one subject differ by their windows, so the window is part of the stored name. */
const formatCounterName = (counter: string, { windowMs }: RateLimit): string => `${counter} ${windowMs}`
