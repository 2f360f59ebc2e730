import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { refuse } from '#server/http/refusal.ts'

/** So many in a span of time; spans follow one another without overlap. */
export interface RateLimit {
  count: number
  windowMs: number
}

/**
 * Counts one more, in the database, so that all processes count together. One statement looks and counts: of any number
 * at the same moment no more than the limit pass.
 * @param counter what is counted; it names no person and no address
 * @throws Refusal `rate.limited` when the span is full
 */
export async function countOne(
  kysely: Kysely<Tables>,
  counter: string,
  { count: limit, windowMs }: RateLimit,
  now: Date,
): Promise<void> {
  const startMs = Math.floor(now.getTime() / windowMs) * windowMs
  const start = toInstant(startMs)
  const counted = await kysely
    .insertInto('rate_counts')
    .values({ counter: `${counter} ${windowMs}`, window_start: start, count: 1 })
    .onConflict((conflict) =>
      conflict
        .column('counter')
        .doUpdateSet((eb) => ({
          count: eb
            .case()
            .when('rate_counts.window_start', '=', start)
            .then(eb('rate_counts.count', '+', 1))
            .else(1)
            .end(),
          window_start: start,
        }))
        .where((eb) =>
          eb.or([eb('rate_counts.window_start', '!=', start), eb('rate_counts.count', '<', limit)]),
        ),
    )
    .returning('count')
    .executeTakeFirst()
  if (counted) return
  throw refuse('rate.limited', { retryAfterSeconds: Math.ceil((startMs + windowMs - now.getTime()) / 1000) })
}

/** Takes back one that was counted and came to nothing. */
export async function uncountOne(
  kysely: Kysely<Tables>,
  counter: string,
  { windowMs }: RateLimit,
): Promise<void> {
  await kysely
    .updateTable('rate_counts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('counter', '=', `${counter} ${windowMs}`)
    .where('count', '>', 0)
    .execute()
}

/** Lets a counter begin again. */
export async function forgetCount(
  kysely: Kysely<Tables>,
  counter: string,
  { windowMs }: RateLimit,
): Promise<void> {
  await kysely.deleteFrom('rate_counts').where('counter', '=', `${counter} ${windowMs}`).execute()
}

/** Forgets counts of spans that are long over. */
export async function deleteOldCounts(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const before = toInstant(now.getTime() - keptMs)
  await kysely.deleteFrom('rate_counts').where('window_start', '<', before).execute()
}

/** Longer than the longest span that is counted, in milliseconds. */
const keptMs = 61 * 24 * 60 * 60 * 1000
