import ipaddr from 'ipaddr.js'
import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { toClientAddress } from '#server/http/limits.ts'
import { createHttpError } from '#server/errors.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { incrementCounter, type RateLimit } from '../db/rate-counters.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Seconds until a mobile number can get another text message. */
export const resendAfterSeconds = 60

/**
 * Limits of the text messages to one mobile number: from one origin, and in all. A stranger who requests codes for a
 * number does not stop its owner from getting one elsewhere. The limit in all protects a phone from a flood from
 * several origins.
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

/** Limits of one origin: an IP address, or the network of the venue. */
interface OriginLimits {
  /** Text messages that requests from this origin can cause. */
  texts: readonly RateLimit[]
  /** Attempts at codes. */
  tries: RateLimit
  /** Calls per minute to one route, counted before any lookup. */
  callsPerMinute: number
}

/**
 * An address is that of a household, an office or the gateway of a phone company. At the venue, five thousand people
 * may share one address and sign in within the same minutes.
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

/** Limits of all text messages with codes: they bound the cost of a distributed flood until an operator reacts. */
const totalLimits: readonly RateLimit[] = [
  { count: 10_000, windowMs: hourMs },
  { count: 30_000, windowMs: dayMs },
]

/** Origin of a call for counting. It contains nothing that the caller can vary. */
export interface RateLimitOrigin {
  kind: keyof typeof originLimits
  /** Name of the origin in counters: `venue`, or an HMAC of the address. */
  key: string
}

/** Finds the origin of a call by its address. */
export type FindOrigin = (address: string) => RateLimitOrigin

/**
 * Creates a finder of origins.
 * @param venueCidr range of the venue's network; all its addresses are one origin
 */
export function createOriginFinder(secrets: Secrets, venueCidr: string | undefined): FindOrigin {
  const venue = venueCidr === undefined ? undefined : ipaddr.parseCIDR(venueCidr)
  return (address) => {
    // `process` turns an IPv4 address in IPv6 form into IPv4; `match` throws for two kinds of addresses.
    const parsedAddress = ipaddr.isValid(address) ? ipaddr.process(address) : undefined
    if (venue && parsedAddress && parsedAddress.kind() === venue[0].kind() && parsedAddress.match(venue))
      return { kind: 'venue', key: 'venue' }
    return { kind: 'address', key: secrets.hmac('rate count', toClientAddress(address)) }
  }
}

/** Gets the calls per minute that an origin can make to one route. */
export function getCallsPerMinute(origin: RateLimitOrigin): number {
  return originLimits[origin.kind].callsPerMinute
}

/** Counts a text that is sent. @throws HttpError `rate.limited` */
export async function countCodeSent(trx: Kysely<Tables>, origin: RateLimitOrigin, now: Date): Promise<void> {
  for (const limit of originLimits[origin.kind].texts)
    await incrementCounter(trx, `text ${origin.key}`, limit, now)
  for (const limit of totalLimits) await incrementCounter(trx, 'text all', limit, now)
}

/** Counts an attempt at a code. @throws HttpError `rate.limited` */
export async function countCodeAttempt(
  kysely: Kysely<Tables>,
  origin: RateLimitOrigin,
  now: Date,
): Promise<void> {
  await incrementCounter(kysely, `try ${origin.key}`, originLimits[origin.kind].tries, now)
}

/**
 * Checks whether a number can get a text. The caller must hold the lock of the number.
 * @returns false when the number got a text within the last minute
 * @throws HttpError `rate.limited` when it got too many
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
  // After the clock was set back, texts appear to be sent in the future. They must not block the number until then.
  if (agesMs.some((ageMs) => Math.abs(ageMs) < resendAfterSeconds * 1000)) return false
  requireWithinLimits(agesMs, numberLimits.all)
  requireWithinLimits(rows.filter((row) => row.origin_key === originKey).map(getAgeMs), numberLimits.origin)
  return true
}

/**
 * Requires fewer texts in each window than its limit allows.
 * @param agesMs ages of the texts, the youngest first
 * @throws HttpError `rate.limited` until the oldest text that fills the window has left it
 */
function requireWithinLimits(agesMs: readonly number[], limits: readonly RateLimit[]): void {
  for (const { count, windowMs } of limits) {
    const oldestMs = agesMs.filter((ageMs) => ageMs < windowMs)[count - 1]
    if (oldestMs === undefined) continue
    throw createHttpError('rate.limited', { retryAfterSeconds: Math.ceil((windowMs - oldestMs) / 1000) })
  }
}
