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
import { hashToken, newToken } from './opaque-token.ts'
import { deleteOldCounts } from '../db/rate-counters.ts'

/** Clocks of two servers may differ so much; a code that lasts longer was made before the clock was set back. */
const skewMinutes = 1
/** Guesses at one code (security.md 3). */
const maxTries = 5
/** How long the texts of a number are remembered, for its limits (security.md 9). */
const sendHistoryMs = 24 * 60 * 60 * 1000
/** Codes that one sweep takes; the next one follows. */
const sweepBatchSize = 500

/** Requests that share one text, because they came within the minute: each has tries of its own. */
const maxChallenges = 3

/** A code to send. */
export interface CodeRequest {
  /** E.164 */
  mobile: string
  purpose: CodePurpose
  locale: Locale
  /** Names where the request came from. */
  originKey: string
  now: Date
}

/**
 * Makes a code and entrusts the text that brings it. A number that got a text within the minute gets none: the request
 * then shares the code of that text.
 * @param countCodeSent counts the text where it came from, once it is sure that there will be one
 * @returns the challenge of this request, which goes with the code
 * @throws Refusal `rate.limited` when the number got too many texts, and what `countCodeSent` throws; then nothing is changed
 */
export async function sendCode(
  trx: Kysely<Tables>,
  secrets: Secrets,
  request: CodeRequest,
  countText: () => Promise<void>,
): Promise<string> {
  const { mobile, purpose, originKey, now } = request
  const numberKey = secrets.hmac('mobile', mobile)
  const challenge = newToken()
  const challengeKey = hashToken(challenge)
  await lockExclusive(trx, `text to ${numberKey}`)
  if (!(await canSendCode(trx, numberKey, originKey, now))) {
    const shared = await findLatest(trx, numberKey, purpose, now)
    if (shared) await addChallenge(trx, challengeKey, shared)
    return challenge
  }
  await countText()
  const sent = await enqueueCode(trx, secrets, request, numberKey)
  await addChallenge(trx, challengeKey, sent)
  await trx
    .insertInto('sms_sends')
    .values({ id: randomUUID(), number_key: numberKey, origin_key: originKey, sent_at: toInstant(now) })
    .execute()
  return challenge
}

/** A code that was sent. */
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
  const sent = { message_id: await enqueueMessage(trx, message, secrets), expires_at: toInstant(expiresAt) }
  const code_hmac = hashCode(secrets, mobile, purpose, code)
  await trx
    .insertInto('sms_codes')
    .values({ ...sent, number_key: numberKey, purpose, code_hmac, tries: 0, ended_at: null })
    .execute()
  return sent
}

/** One more request may try the code, unless too many may already: it then tries like one without a challenge. */
async function addChallenge(trx: Kysely<Tables>, challengeKey: string, code: SentCode): Promise<void> {
  const { message_id } = code
  const challenges = trx.selectFrom('code_challenges').select('challenge_key')
  const others = await challenges.where('message_id', '=', message_id).limit(maxChallenges).execute()
  if (others.length === maxChallenges) return
  await trx
    .insertInto('code_challenges')
    .values({ ...code, challenge_key: challengeKey, tries: 0 })
    .execute()
}

/** The code that was sent last, while it is good. One that lasts longer than a code does is of a clock set back. */
function findLatest(
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

/** A code that a person typed. */
export interface CodeAttempt {
  /** E.164 */
  mobile: string
  purpose: CodePurpose
  code: string
  /** Of the request for the code. */
  challenge?: string | undefined
  now: Date
}

/**
 * Redeems a code: true once, for the right code in time. A guess with the challenge of a request is compared with the
 * code of that request and counts against that request alone. Any other guess is compared with the code that was sent
 * last, and all of these count together: strangers use up no more than that. A statement that counts comes before the
 * one that compares, so that of any number of guesses at the same moment no more than five are compared each way. The
 * count stands only when the caller's transaction is committed: a wrong code must not throw inside it.
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
  const right = await trx
    .updateTable('sms_codes')
    .set({ ended_at: at })
    .where('message_id', '=', messageId)
    .where('code_hmac', '=', hashCode(secrets, mobile, purpose, code.normalize('NFKC').trim()))
    .where('ended_at', 'is', null)
    .returning('message_id')
    .executeTakeFirst()
  if (!right) return false
  // What else was sent to this number is good for nothing any more.
  await trx
    .updateTable('sms_codes')
    .set({ ended_at: at })
    .where('number_key', '=', numberKey)
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .execute()
  return true
}

/** Counts a guess. @returns the message of the code to compare it with; undefined when no more are compared */
async function countAttempt(
  trx: Kysely<Tables>,
  numberKey: string,
  { purpose, challenge, now }: CodeAttempt,
): Promise<string | undefined> {
  const found =
    challenge === undefined ? undefined : await findChallenge(trx, numberKey, { purpose, challenge, now })
  if (found) {
    const counted = await trx
      .updateTable('code_challenges')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('challenge_key', '=', found.challenge_key)
      .where('tries', '<', maxTries)
      .returning('message_id')
      .executeTakeFirst()
    return counted?.message_id
  }
  const latest = await findLatest(trx, numberKey, purpose, now)
  if (!latest) return undefined
  const counted = await trx
    .updateTable('sms_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('message_id', '=', latest.message_id)
    .where('tries', '<', maxTries)
    .returning('message_id')
    .executeTakeFirst()
  return counted?.message_id
}

/** The challenge, where it belongs to a code of this number that is in time. */
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
 * Forgets codes that are over and texts that no limit counts any more.
 * @param time by which they are over; without it only codes that were used go
 * @param forget is told the messages of these codes before, to remove what it keeps of them
 */
export async function deleteExpiredCodes(
  kysely: Kysely<Tables>,
  time: Date | undefined,
  forget: (messageIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const over = await kysely
    .selectFrom('sms_codes')
    .select('message_id')
    .where((eb) =>
      eb.or([eb('ended_at', 'is not', null), ...(time ? [eb('expires_at', '<=', toInstant(time))] : [])]),
    )
    // A text that is being sent at this moment would be kept after it was forgotten.
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
  if (over.length === 0) return
  const ids = over.map((row) => row.message_id)
  await forget(ids)
  await kysely.deleteFrom('code_challenges').where('message_id', 'in', ids).execute()
  await kysely.deleteFrom('sms_codes').where('message_id', 'in', ids).execute()
  if (!time) return
  const before = toInstant(time.getTime() - sendHistoryMs)
  await kysely.deleteFrom('sms_sends').where('sent_at', '<=', before).execute()
  await deleteOldCounts(kysely, time)
}

function hashCode(secrets: Secrets, mobile: string, purpose: CodePurpose, code: string): string {
  return secrets.hmac('sms code', `${purpose} ${mobile} ${code}`)
}
