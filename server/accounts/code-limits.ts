import ipaddr from 'ipaddr.js'
import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { addressBlock } from '#server/http/limits.ts'
import { createHttpError } from '#server/errors.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { incrementCounter, type RateLimit } from '../db/rate-counters.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Seconds until a number gets another text (security.md 3). */
export const resendAfterSeconds = 60

/**
 * Texts to one number that one origin causes (security.md 3), and all together: a stranger at one other place who asks
 * for codes to a number does not keep its person from getting one. Who asks from several places can, so that nobody's
 * phone is flooded.
 */
const numberLimits: Record<'origin' | 'all', readonly RateLimit[]> = {
  origin: [
    { count: 5, windowMs: hourMs },
    { count: 10, windowMs: dayMs },
  ],
  all: [
    { count: 10, windowMs: hourMs },
    { count: 20, windowMs: dayMs },
  ],
}

/** What one origin may do. */
interface OriginLimits {
  /** Texts that it may cause. */
  texts: readonly RateLimit[]
  /** Codes that it may try. */
  tries: RateLimit
  /** Calls a minute to one route, before anything is looked up. */
  callsPerMinute: number
}

/**
 * A household, an office or a phone company's gateway; and the venue, where five thousand people may share one address
 * and come within the same minutes.
 */
const originLimits: Record<'address' | 'venue', OriginLimits> = {
  address: {
    texts: [
      { count: 20, windowMs: hourMs },
      { count: 60, windowMs: dayMs },
    ],
    tries: { count: 60, windowMs: 10 * minuteMs },
    callsPerMinute: 120,
  },
  venue: {
    texts: [
      { count: 6000, windowMs: hourMs },
      { count: 15_000, windowMs: dayMs },
    ],
    tries: { count: 6000, windowMs: 10 * minuteMs },
    callsPerMinute: 12_000,
  },
}

/** Texts with codes in all: what a flood from everywhere may cost before somebody looks. */
const totalLimits: readonly RateLimit[] = [
  { count: 10_000, windowMs: hourMs },
  { count: 30_000, windowMs: dayMs },
]

/** Where a call came from, as limits count it: nothing that the caller can vary. */
export interface RateLimitOrigin {
  kind: keyof typeof originLimits
  /** Names the counters. */
  key: string
}

/** Tells where calls come from. */
export type FindOrigin = (address: string) => RateLimitOrigin

/** @param venueCidr range of the venue's network; its addresses are one origin */
export function createOriginFinder(secrets: Secrets, venueCidr: string | undefined): FindOrigin {
  const venue = venueCidr === undefined ? undefined : ipaddr.parseCIDR(venueCidr)
  return (address) => {
    const plain = ipaddr.isValid(address) ? ipaddr.process(address) : undefined
    if (venue && plain && plain.kind() === venue[0].kind() && plain.match(venue))
      return { kind: 'venue', key: 'venue' }
    return { kind: 'address', key: secrets.hmac('rate count', addressBlock(address)) }
  }
}

/** Calls a minute that an origin may make to one route. */
export function getCallsPerMinute(origin: RateLimitOrigin): number {
  return originLimits[origin.kind].callsPerMinute
}

/** Counts a text. @throws Refusal `rate.limited` */
export async function countCodeSent(trx: Kysely<Tables>, origin: RateLimitOrigin, now: Date): Promise<void> {
  for (const limit of originLimits[origin.kind].texts)
    await incrementCounter(trx, `text ${origin.key}`, limit, now)
  for (const limit of totalLimits) await incrementCounter(trx, 'text all', limit, now)
}

/** Counts a code that is tried. @throws Refusal `rate.limited` */
export async function countCodeAttempt(
  kysely: Kysely<Tables>,
  origin: RateLimitOrigin,
  now: Date,
): Promise<void> {
  await incrementCounter(kysely, `try ${origin.key}`, originLimits[origin.kind].tries, now)
}

/**
 * Looks whether a number may get a text; to be called while nobody else sends to it.
 * @returns false when it got one a moment ago
 * @throws Refusal `rate.limited` when it got too many
 */
export async function canSendCode(
  trx: Kysely<Tables>,
  numberKey: string,
  originKey: string,
  now: Date,
): Promise<boolean> {
  const nowMs = now.getTime()
  const rows = await trx
    .selectFrom('sms_sends')
    .select(['sent_at', 'origin_key'])
    .where('number_key', '=', numberKey)
    .where('sent_at', '>', toInstant(nowMs - dayMs))
    .orderBy('sent_at', 'desc')
    .execute()
  const getAgeMs = (row: { sent_at: string }): number => nowMs - Date.parse(row.sent_at)
  const agesMs = rows.map(getAgeMs)
  // A clock that was set back has sent in the future: that must not hold the number up until then.
  if (agesMs.some((ageMs) => Math.abs(ageMs) < resendAfterSeconds * 1000)) return false
  requireWithinLimits(agesMs, numberLimits.all)
  requireWithinLimits(rows.filter((row) => row.origin_key === originKey).map(getAgeMs), numberLimits.origin)
  return true
}

/** @param agesMs of the texts, the youngest first */
function requireWithinLimits(agesMs: readonly number[], limits: readonly RateLimit[]): void {
  for (const { count, windowMs } of limits) {
    const oldestMs = agesMs.filter((ageMs) => ageMs < windowMs)[count - 1]
    if (oldestMs === undefined) continue
    throw createHttpError('rate.limited', { retryAfterSeconds: Math.ceil((windowMs - oldestMs) / 1000) })
  }
}
