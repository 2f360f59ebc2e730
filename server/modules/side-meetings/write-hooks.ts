import type { FieldIssue } from '#contract/envelope.ts'
import { toInstant, formatDateInTimeZone, parseMinutesOfDay } from '#contract/time.ts'
import {
  forumSetting,
  type ForumSetting,
  type SideMeetingPaymentSetting,
  type SideMeetingSetting,
} from '#contract/forum.ts'
import type { RoomSize } from '#contract/modules/room-sizes.ts'
import { calculateMeetingPrice } from '#contract/side-meeting-price.ts'
import type { WriteHooks, WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { checkReasonLanguages } from '#server/modules/registrations/rules.ts'
import { readSetting } from '#server/db/settings.ts'
import { notifyApplicant } from './messages.ts'

/** Write hooks of side meetings. */
export const sideMeetingHooks: WriteHooks = {
  make: async (step) => {
    const { operation, locale, after, now } = step
    if (operation === 'create') return { locale }
    if (operation === 'assign') return createPaymentValues(step)
    if (operation === 'mark_paid') return { paid_at: after['paid_at'] ?? toInstant(now) }
    return {}
  },
  check: async (step) => [
    ...checkPayable(step),
    ...checkPaidAt(step),
    ...checkReasonLanguages('reason', step),
  ],
  follow: notifyApplicant,
}

/** An assignment needs a price and an account in the settings, because the mail names both. */
function checkPayable({ operation, after }: WriteHookContext): FieldIssue[] {
  if (operation !== 'assign') return []
  if (after['payee_account'] === null) return [{ path: '', key: 'side_meeting.account_missing' }]
  // Without valid times there is no amount either; the times have their own issue.
  const hasTimes = after['assigned_start_time_at'] && after['assigned_end_time_at']
  if (after['amount'] !== null || !hasTimes) return []
  return [{ path: 'room_size', key: 'side_meeting.price_missing' }]
}

function checkPaidAt({ operation, after, now }: WriteHookContext): FieldIssue[] {
  const isLater = operation === 'mark_paid' && String(after['paid_at']) > toInstant(now)
  return isLater ? [{ path: 'paid_at', key: 'side_meeting.paid_later' }] : []
}

const dayMs = 86_400_000

/** Number of characters after the prefix. Their 50 bits make collisions unlikely. */
const referenceCharacters = 10
/** No characters that a user may confuse when typing them from a screen. */
const referenceAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Computes the payment of an assignment from the assigned time and the settings at this moment. Unknown values stay
 * null, and the check reports why.
 */
async function createPaymentValues(step: WriteHookContext): Promise<Record<string, unknown>> {
  const { trx, after, now } = step
  const { prices } = (await readSetting<SideMeetingSetting>(trx, 'side_meetings')) ?? {}
  const payment = await readSetting<SideMeetingPaymentSetting>(trx, 'side_meeting_payment')
  const forum = await readSetting<ForumSetting>(trx, 'forum')
  const price = prices?.[after['room_size'] as RoomSize]
  const minutes =
    parseMinutesOfDay(after['assigned_end_time_at']) - parseMinutesOfDay(after['assigned_start_time_at'])
  const getDateAfter = (offsetMs: number) =>
    formatDateInTimeZone(now.getTime() + offsetMs, forum?.timeZone ?? forumSetting.timeZone)
  return {
    amount: price !== undefined && minutes > 0 ? calculateMeetingPrice(minutes, price) : null,
    payment_reference: getPaymentReference(step, payment?.referencePrefix),
    payee_name: payment?.account?.name ?? null,
    payee_bank: payment?.account?.bank ?? null,
    payee_account: payment?.account?.number ?? null,
    pay_by: limitToMeetingDate(getDateAfter((payment?.daysToPay ?? 0) * dayMs), after['assigned_date']),
  }
}

/** Returns the reference of an earlier assignment, or derives one from the row id. It stays when the room changes. */
function getPaymentReference({ before, after, secrets }: WriteHookContext, prefix = ''): unknown {
  const existingReference = before?.['payment_reference']
  if (typeof existingReference === 'string') return existingReference
  const bytes = Buffer.from(secrets.hmac('side meeting reference', after.id), 'base64url')
  const characters = [...bytes.subarray(0, referenceCharacters)]
  return `${prefix}${characters.map((byte) => referenceAlphabet[byte % referenceAlphabet.length]).join('')}`
}

/** Limits the last day for the payment to the day of the meeting. */
function limitToMeetingDate(date: string, meetingDate: unknown): string {
  return typeof meetingDate === 'string' && meetingDate < date ? meetingDate : date
}
