import { randomInt, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { codeDigits, codeMinutes, type CodePurpose } from '#contract/calls.ts'
import type { Locale } from '#contract/locale.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { workAlone } from '#server/db/alone.ts'
import { enqueueMessage, withdrawMessage } from '#server/messages/outgoing.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { mayGetText } from './code-limits.ts'
import { deleteOldCounts } from './rate-counts.ts'

/** Clocks of two servers may differ so much; a code that lasts longer was made before the clock was set back. */
const skewMinutes = 1
/** Guesses at one code (security.md 3). */
const maxTries = 5
/** How long the texts of a number are remembered, for its limits (security.md 9). */
const sendsKeptMs = 24 * 60 * 60 * 1000
/** Codes that one sweep takes; the next one follows. */
const sweptAtOnce = 500

/** A code to send. */
export interface CodeRequest {
  /** E.164 */
  mobile: string
  purpose: CodePurpose
  locale: Locale
  now: Date
}

/**
 * Makes a code and entrusts the text that brings it; the code before it is good for nothing from now on. A number that
 * got a text within the minute gets none and keeps its code.
 * @param countText counts the text where it came from, once it is sure that there will be one
 * @throws Refusal `rate.limited` when the number got too many texts, and what `countText` throws; then nothing is changed
 */
export async function sendCode(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { mobile, purpose, locale, now }: CodeRequest,
  countText: () => Promise<void>,
): Promise<void> {
  const numberKey = secrets.hmac('mobile', mobile)
  await workAlone(trx, `text to ${numberKey}`)
  if (!(await mayGetText(trx, numberKey, now))) return
  await countText()
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const expiresAt = new Date(now.getTime() + codeMinutes * 60_000)
  await withdrawCode(trx, numberKey, purpose, now)
  const messageId = await enqueueMessage(
    trx,
    {
      channel: 'sms',
      to: mobile,
      template: 'code',
      params: { code, purpose, minutes: codeMinutes },
      locale,
      now,
      expiresAt,
    },
    secrets,
  )
  await trx
    .insertInto('sms_codes')
    .values({
      number_key: numberKey,
      purpose,
      code_hmac: hmacOf(secrets, mobile, purpose, code),
      message_id: messageId,
      tries: 0,
      expires_at: toInstant(expiresAt),
      ended_at: null,
    })
    .execute()
  await trx
    .insertInto('sms_sends')
    .values({ id: randomUUID(), number_key: numberKey, sent_at: toInstant(now) })
    .execute()
}

/** A code that a person typed. */
export interface CodeGuess {
  /** E.164 */
  mobile: string
  purpose: CodePurpose
  code: string
  now: Date
}

/**
 * Redeems a code: true once, for the right code in time. One statement counts the guess, compares and redeems, so that
 * of any number of guesses at the same moment no more than five are compared and one is right. The count stands only
 * when the caller's transaction is committed: a wrong code must not throw inside it.
 */
export async function redeemCode(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { mobile, purpose, code, now }: CodeGuess,
): Promise<boolean> {
  const at = toInstant(now)
  const guess = hmacOf(secrets, mobile, purpose, code.normalize('NFKC').trim())
  const taken = await trx
    .updateTable('sms_codes')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      ended_at: eb.case().when('code_hmac', '=', guess).then(at).else(null).end(),
    }))
    .where('number_key', '=', secrets.hmac('mobile', mobile))
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .where('tries', '<', maxTries)
    .where('expires_at', '>', at)
    .where('expires_at', '<=', toInstant(now.getTime() + (codeMinutes + skewMinutes) * 60_000))
    .returning('ended_at')
    .executeTakeFirst()
  return typeof taken?.ended_at === 'string'
}

/**
 * Forgets codes that are over and texts that no limit counts any more.
 * @param forget is told the messages of these codes before, to remove what it keeps of them
 */
export async function sweepCodes(
  kysely: Kysely<Tables>,
  now: Date,
  forget: (messageIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const over = await kysely
    .selectFrom('sms_codes')
    .select('message_id')
    .where((eb) =>
      eb.or([
        eb('ended_at', 'is not', null),
        eb('expires_at', '<=', toInstant(now)),
        eb('tries', '>=', maxTries),
      ]),
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
    .limit(sweptAtOnce)
    .execute()
  if (over.length === 0) return
  const ids = over.map((row) => row.message_id)
  await forget(ids)
  await kysely.deleteFrom('sms_codes').where('message_id', 'in', ids).execute()
  const before = toInstant(now.getTime() - sendsKeptMs)
  await kysely.deleteFrom('sms_sends').where('sent_at', '<=', before).execute()
  await deleteOldCounts(kysely, now)
}

/** Takes back the code that was good so far; its text does not go out any more when it still waits. */
async function withdrawCode(
  trx: Kysely<Tables>,
  numberKey: string,
  purpose: CodePurpose,
  now: Date,
): Promise<void> {
  const old = await trx
    .updateTable('sms_codes')
    .set({ ended_at: toInstant(now) })
    .where('number_key', '=', numberKey)
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .returning('message_id')
    .executeTakeFirst()
  if (old) await withdrawMessage(trx, old.message_id, now)
}

function hmacOf(secrets: Secrets, mobile: string, purpose: CodePurpose, code: string): string {
  return secrets.hmac('sms code', `${purpose} ${mobile} ${code}`)
}
