import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { incrementCounter, resetCounter, decrementCounter, type RateLimit } from '../db/rate-counters.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Wrong passwords for one account from one address. */
const fromOnePlace: RateLimit = { count: 5, windowMs: 15 * minuteMs }
/** And from all addresses that are new to it: whoever commands many addresses has no more than this. */
const fromNewPlaces: RateLimit = { count: 100, windowMs: 15 * minuteMs }
/** Where a person signed in within this time they are known: tries of strangers elsewhere do not keep them out. */
const knownForMs = 30 * dayMs

/** An account and where somebody tries to get into it, as HMACs: neither a login nor an address can be read from them. */
export interface AttemptKey {
  account: string
  place: string
}

/**
 * Counts a try at a password, and compares it then: however many come at once, no more are compared. One that is turned
 * away because too many passwords are being worked on does not count.
 * @throws Refusal `rate.limited` when it must not be compared
 */
export async function comparePasswordLimited(
  kysely: Kysely<Tables>,
  { account, place }: AttemptKey,
  now: Date,
  compare: () => Promise<boolean>,
): Promise<boolean> {
  const here = `password ${place}`
  const everywhere = `password ${account}`
  await incrementCounter(kysely, here, fromOnePlace, now)
  const isStranger = !(await isKnown(kysely, place, now))
  if (isStranger) await incrementCounter(kysely, everywhere, fromNewPlaces, now)
  try {
    return await compare()
  } catch (error) {
    await decrementCounter(kysely, here, fromOnePlace, now)
    if (isStranger) await decrementCounter(kysely, everywhere, fromNewPlaces, now)
    throw error
  }
}

/** The password was right: it counts as no try, nothing counts against this place any more, and it is known. */
export async function recordPasswordSuccess(
  trx: Kysely<Tables>,
  { account, place }: AttemptKey,
  now: Date,
): Promise<void> {
  const at = toInstant(now)
  if (!(await isKnown(trx, place, now)))
    await decrementCounter(trx, `password ${account}`, fromNewPlaces, now)
  await resetCounter(trx, `password ${place}`, fromOnePlace)
  await trx
    .insertInto('known_places')
    .values({ place, known_at: at })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ known_at: at }))
    .execute()
}

async function isKnown(kysely: Kysely<Tables>, place: string, now: Date): Promise<boolean> {
  const known = await kysely
    .selectFrom('known_places')
    .select('place')
    .where('place', '=', place)
    .where('known_at', '>', knownSince(now))
    .executeTakeFirst()
  return known !== undefined
}

function knownSince(now: Date): string {
  return toInstant(now.getTime() - knownForMs)
}
