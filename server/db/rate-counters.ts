import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { HttpError, createHttpError } from '#server/errors.ts'

/** So many in a span of time, wherever the span begins. */
export interface RateLimit {
  count: number
  windowMs: number
}

/** How many came between two moments, in milliseconds since 1970. */
interface Part {
  startedMs: number
  lastMs: number
  count: number
}

/** What comes within a twelfth of a span is counted as one part, which lasts as long as the latest of it. */
const partsAWindow = 12
/** Clocks of two servers may differ so much; a count of a later time was made before the clock was set back. */
const skewMs = 60_000

/**
 * Counts one more, in the database, so that all processes count together. What was counted is replaced only where it is
 * still what was read: of any number at the same moment no more than the limit pass, and nobody holds a lock meanwhile.
 * @param counter what is counted; it names no person and no address
 * @throws Refusal `rate.limited` when the span that ends now is full
 */
export async function incrementCounter(
  kysely: Kysely<Tables>,
  counter: string,
  limit: RateLimit,
  now: Date,
): Promise<void> {
  const nowMs = now.getTime()
  await replaceParts(kysely, nameOf(counter, limit), now, (before) => {
    const parts = before.filter(({ lastMs }) => lastMs > nowMs - limit.windowMs && lastMs < nowMs + skewMs)
    const [first] = parts
    if (first && parts.reduce((sum, { count }) => sum + count, 0) >= limit.count) {
      const waitMs = first.lastMs + limit.windowMs - nowMs
      throw createHttpError('rate.limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
    }
    const last = parts.at(-1)
    return last && last.startedMs > nowMs - limit.windowMs / partsAWindow
      ? [...parts.slice(0, -1), { ...last, lastMs: nowMs, count: last.count + 1 }]
      : [...parts, { startedMs: nowMs, lastMs: nowMs, count: 1 }]
  })
}

/** Counts one more. @returns false, and counts nothing, when the span that ends now is full */
export async function mayCountOne(...counted: Parameters<typeof incrementCounter>): Promise<boolean> {
  try {
    await incrementCounter(...counted)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.key === 'rate.limited') return false
    throw error
  }
}

/** Takes back the latest that was counted and came to nothing. */
export async function decrementCounter(
  kysely: Kysely<Tables>,
  counter: string,
  limit: RateLimit,
  now: Date,
): Promise<void> {
  await replaceParts(kysely, nameOf(counter, limit), now, (before) => {
    const last = before.at(-1)
    return last
      ? [...before.slice(0, -1), ...(last.count > 1 ? [{ ...last, count: last.count - 1 }] : [])]
      : []
  })
}

async function replaceParts(
  kysely: Kysely<Tables>,
  counter: string,
  now: Date,
  change: (before: readonly Part[]) => readonly Part[],
): Promise<void> {
  for (;;) {
    const row = await kysely
      .selectFrom('rate_counts')
      .select('parts')
      .where('counter', '=', counter)
      .executeTakeFirst()
    const parts = JSON.stringify(change(row ? (JSON.parse(row.parts) as Part[]) : []))
    const counted = { parts, counted_at: toInstant(now) }
    const replaced = await (row
      ? kysely
          .updateTable('rate_counts')
          .set(counted)
          .where('counter', '=', counter)
          .where('parts', '=', row.parts)
          .returning('counter')
          .executeTakeFirst()
      : kysely
          .insertInto('rate_counts')
          .values({ counter, ...counted })
          .onConflict((conflict) => conflict.doNothing())
          .returning('counter')
          .executeTakeFirst())
    if (replaced) return
  }
}

/** Lets a counter begin again. */
export async function resetCounter(kysely: Kysely<Tables>, counter: string, limit: RateLimit): Promise<void> {
  await kysely.deleteFrom('rate_counts').where('counter', '=', nameOf(counter, limit)).execute()
}

/** Forgets counts of spans that are long over. */
export async function deleteOldCounts(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const before = toInstant(now.getTime() - keptMs)
  await kysely.deleteFrom('rate_counts').where('counted_at', '<', before).execute()
}

/** Longer than the longest span that is counted, in milliseconds. */
const keptMs = 31 * 24 * 60 * 60 * 1000

const nameOf = (counter: string, { windowMs }: RateLimit): string => `${counter} ${windowMs}`
