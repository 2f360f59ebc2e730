import { randomInt, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { codeDigits, codeMinutes, type CodePurpose } from '#contract/api.ts'
import type { Locale } from '#contract/locale.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import type { SmsCodesTable } from '#server/db/tables.ts'
import { lockExclusive } from '#server/db/locks.ts'
import { enqueueMessage } from '#server/messages/outgoing.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { canSendCode } from './code-limits.ts'
import { hashToken, createToken } from './opaque-token.ts'
import { deleteOldCounts } from '../db/rate-counters.ts'

/**
 * Largest difference between the clocks of two servers. A code whose expiry is further away was created before the
 * clock was set back, and is not accepted.
 */
const skewMinutes = 1
/** Limit of attempts with one challenge, and of all attempts without a challenge at one code. */
const maxTries = 5
/** How long it is recorded which number got a text: as long as the longest window of its limits. */
const sendHistoryMs = 24 * 60 * 60 * 1000
/** Codes that one sweep deletes; the next sweep continues. */
const sweepBatchSize = 500

/** Limit of challenges of one code: requests within a minute share one text message, and each has its own attempts. */
const maxChallenges = 3

/** A code to send. */
export interface CodeRequest {
  /** E.164 */
  mobile: string
  purpose: CodePurpose
  locale: Locale
  /** `key` of the `RateLimitOrigin` of the request. */
  originKey: string
  now: Date
}

/**
 * Creates a code and enqueues the text message with it. A number that got one within the last minute gets none: the
 * request then shares the code of that message.
 * @param countText counts the message for its origin; called only when one is sent
 * @returns the challenge: a token of this request, which the client sends together with the code
 * @throws HttpError `rate.limited` when the number got too many texts, and what `countText` throws; the transaction
 * then writes nothing
 */
export async function sendCode(
  trx: Kysely<Tables>,
  secrets: Secrets,
  request: CodeRequest,
  countText: () => Promise<void>,
): Promise<string> {
  const { mobile, purpose, originKey, now } = request
  const numberKey = secrets.hmac('mobile', mobile)
  const challenge = createToken()
  const challengeKey = hashToken(challenge)
  await lockExclusive(trx, `text to ${numberKey}`)
  if (!(await canSendCode(trx, numberKey, originKey, now))) {
    // Without a code to share (used up, or of another purpose) the challenge matches none. The response stays the same.
    const sharedCode = await findLatestCode(trx, numberKey, purpose, now)
    if (sharedCode) await addChallenge(trx, challengeKey, sharedCode)
    return challenge
  }
  await countText()
  const sentCode = await enqueueCode(trx, secrets, request, numberKey)
  await addChallenge(trx, challengeKey, sentCode)
  await trx
    .insertInto('sms_sends')
    .values({ id: randomUUID(), number_key: numberKey, origin_key: originKey, sent_at: toInstant(now) })
    .execute()
  return challenge
}

/** A code that was sent, by its text message. */
type SentCode = Pick<SmsCodesTable, 'message_id' | 'expires_at'>

async function enqueueCode(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { mobile, purpose, locale, now }: CodeRequest,
  numberKey: string,
): Promise<SentCode> {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const expiresAt = new Date(now.getTime() + codeMinutes * 60_000)
  const params = { code, purpose, minutes: codeMinutes }
  const message = { channel: 'sms', to: mobile, template: 'code', params, locale, now, expiresAt } as const
  const sentCode = {
    message_id: await enqueueMessage(trx, message, secrets),
    expires_at: toInstant(expiresAt),
  }
  const code_hmac = hashCode(secrets, mobile, purpose, code)
  await trx
    .insertInto('sms_codes')
    .values({ ...sentCode, number_key: numberKey, purpose, code_hmac, tries: 0, ended_at: null })
    .execute()
  return sentCode
}

/**
 * Adds the challenge of one more request to a code. When the code has too many, attempts of this request count like
 * attempts without a challenge.
 */
async function addChallenge(trx: Kysely<Tables>, challengeKey: string, code: SentCode): Promise<void> {
  const { message_id } = code
  const challenges = trx.selectFrom('code_challenges').select('challenge_key')
  const existingChallenges = await challenges
    .where('message_id', '=', message_id)
    .limit(maxChallenges)
    .execute()
  if (existingChallenges.length === maxChallenges) return
  await trx
    .insertInto('code_challenges')
    .values({ ...code, challenge_key: challengeKey, tries: 0 })
    .execute()
}

/** Finds the latest valid code of a number for a purpose. The upper limit of `expires_at`: see `skewMinutes`. */
function findLatestCode(
  kysely: Kysely<Tables>,
  numberKey: string,
  purpose: CodePurpose,
  now: Date,
): Promise<SentCode | undefined> {
  return kysely
    .selectFrom('sms_codes')
    .select(['message_id', 'expires_at'])
    .where('number_key', '=', numberKey)
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', toInstant(now))
    .where('expires_at', '<=', toInstant(now.getTime() + (codeMinutes + skewMinutes) * 60_000))
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A code that a user typed. */
export interface CodeAttempt {
  /** E.164 */
  mobile: string
  purpose: CodePurpose
  /** As the user typed it, with blanks or full-width digits. */
  code: string
  /** Token that the response to the request for the code contained; clients of the public API may omit it. */
  challenge?: string | undefined
  now: Date
}

/**
 * Redeems a code: returns true once, for the right code in time.
 * An attempt with a challenge is compared with the code of that request and counts against that request alone. Any
 * other attempt is compared with the latest code, and all of these count together. So strangers use up only their own
 * attempts.
 * The counting statement runs before the comparing one, so concurrent attempts cannot exceed the limit.
 * The count takes effect when the caller commits the transaction: a wrong code must not throw inside it.
 */
export async function verifyCode(
  trx: Kysely<Tables>,
  secrets: Secrets,
  attempt: CodeAttempt,
): Promise<boolean> {
  const { mobile, purpose, code, now } = attempt
  const at = toInstant(now)
  const numberKey = secrets.hmac('mobile', mobile)
  const messageId = await countAttempt(trx, numberKey, attempt)
  if (messageId === undefined) return false
  const redeemedCode = await trx
    .updateTable('sms_codes')
    .set({ ended_at: at })
    .where('message_id', '=', messageId)
    .where('code_hmac', '=', hashCode(secrets, mobile, purpose, code.normalize('NFKC').trim()))
    .where('ended_at', 'is', null)
    .returning('message_id')
    .executeTakeFirst()
  if (!redeemedCode) return false
  // Other codes of this number become invalid.
  await trx
    .updateTable('sms_codes')
    .set({ ended_at: at })
    .where('number_key', '=', numberKey)
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .execute()
  return true
}

/**
 * Counts an attempt.
 * @returns the message of the code to compare with; undefined when there is no code, or no attempt is left
 */
async function countAttempt(
  trx: Kysely<Tables>,
  numberKey: string,
  { purpose, challenge, now }: CodeAttempt,
): Promise<string | undefined> {
  const matchingChallenge =
    challenge === undefined ? undefined : await findChallenge(trx, numberKey, { purpose, challenge, now })
  if (matchingChallenge) {
    const countedCode = await trx
      .updateTable('code_challenges')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('challenge_key', '=', matchingChallenge.challenge_key)
      .where('tries', '<', maxTries)
      .returning('message_id')
      .executeTakeFirst()
    return countedCode?.message_id
  }
  const latestCode = await findLatestCode(trx, numberKey, purpose, now)
  if (!latestCode) return undefined
  const countedCode = await trx
    .updateTable('sms_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('message_id', '=', latestCode.message_id)
    .where('tries', '<', maxTries)
    .returning('message_id')
    .executeTakeFirst()
  return countedCode?.message_id
}

/** Finds the challenge when it belongs to a valid code of this number. */
function findChallenge(
  kysely: Kysely<Tables>,
  numberKey: string,
  { purpose, challenge, now }: Pick<CodeAttempt, 'purpose' | 'now'> & { challenge: string },
): Promise<{ challenge_key: string } | undefined> {
  return kysely
    .selectFrom('code_challenges')
    .innerJoin('sms_codes', 'sms_codes.message_id', 'code_challenges.message_id')
    .select('challenge_key')
    .where('challenge_key', '=', hashToken(challenge))
    .where('number_key', '=', numberKey)
    .where('purpose', '=', purpose)
    .where('sms_codes.expires_at', '>', toInstant(now))
    .where('sms_codes.expires_at', '<=', toInstant(now.getTime() + (codeMinutes + skewMinutes) * 60_000))
    .executeTakeFirst()
}

/**
 * Deletes expired and used codes. When there was one, it also deletes records of texts and counters that no limit needs
 * any more: a call without a code to delete writes nothing, since it runs every second.
 * @param time current time; undefined while the clock is not trusted: then only used codes are deleted
 * @param deleteCopies removes the stored messages of these codes, called before the codes are deleted
 */
export async function deleteExpiredCodes(
  kysely: Kysely<Tables>,
  time: Date | undefined,
  deleteCopies: (messageIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const deletableCodes = await kysely
    .selectFrom('sms_codes')
    .select('message_id')
    .where((eb) =>
      eb.or([eb('ended_at', 'is not', null), ...(time ? [eb('expires_at', '<=', toInstant(time))] : [])]),
    )
    // A queued message would be stored by its transport after its code was deleted.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('message_queue')
            .select('message_queue.seq')
            .whereRef('message_queue.message_id', '=', 'sms_codes.message_id'),
        ),
      ),
    )
    .limit(sweepBatchSize)
    .execute()
  if (deletableCodes.length === 0) return
  const ids = deletableCodes.map((row) => row.message_id)
  await deleteCopies(ids)
  await kysely.deleteFrom('code_challenges').where('message_id', 'in', ids).execute()
  await kysely.deleteFrom('sms_codes').where('message_id', 'in', ids).execute()
  if (!time) return
  const oldestSentAt = toInstant(time.getTime() - sendHistoryMs)
  await kysely.deleteFrom('sms_sends').where('sent_at', '<=', oldestSentAt).execute()
  await deleteOldCounts(kysely, time)
}

/** Hashes a code together with its number and purpose, so that it is right for these alone. */
function hashCode(secrets: Secrets, mobile: string, purpose: CodePurpose, code: string): string {
  return secrets.hmac('sms code', `${purpose} ${mobile} ${code}`)
}
