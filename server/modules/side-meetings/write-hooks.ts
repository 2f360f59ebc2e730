import type { FieldIssue } from '#contract/envelope.ts'
import { toInstant, formatDateInTimeZone, parseMinutesOfDay } from '#contract/time.ts'
import {
  forumSetting,
  type ForumSetting,
  type SideMeetingPaymentSetting,
  type SideMeetingSetting,
} from '#contract/forum.ts'
import type { RoomSize } from '#contract/modules/room-sizes.ts'
import { sideMeetingAmount } from '#contract/side-meeting-price.ts'
import type { WriteHooks, WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { reasonProblems } from '#server/modules/registrations/rules.ts'
import { readSetting } from '#server/db/settings.ts'
import { notifyApplicant } from './messages.ts'

/** What happens with a write of a side meeting. */
export const sideMeetingHooks: WriteHooks = {
  make: async (step) => {
    const { deed, locale, after, now } = step
    if (deed === 'create') return { locale }
    if (deed === 'assign') return makePayable(step)
    if (deed === 'mark_paid') return { paid_at: after['paid_at'] ?? toInstant(now) }
    return {}
  },
  check: async (step) => [...payableProblems(step), ...paidProblems(step), ...reasonProblems('reason', step)],
  follow: notifyApplicant,
}

/** Nobody is told an amount or an account that nobody set. */
function payableProblems({ deed, after }: WriteHookContext): FieldIssue[] {
  if (deed !== 'assign') return []
  if (after['payee_account'] === null) return [{ path: '', key: 'side_meeting.account_missing' }]
  // Without a span of time there is no amount either; that is told at the times.
  const hasTimes = after['assigned_start_time_at'] && after['assigned_end_time_at']
  if (after['amount'] !== null || !hasTimes) return []
  return [{ path: 'room_size', key: 'side_meeting.price_missing' }]
}

function paidProblems({ deed, after, now }: WriteHookContext): FieldIssue[] {
  const isLater = deed === 'mark_paid' && String(after['paid_at']) > toInstant(now)
  return isLater ? [{ path: 'paid_at', key: 'side_meeting.paid_later' }] : []
}

const dayMs = 86_400_000

/** Characters of a reference after its prefix: of 50 bits no two meetings have the same. */
const referenceCharacters = 10
/** Nothing that a person who types it from a screen takes for something else. */
const referenceAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * What an assignment makes payable: the amount by the assigned time and the price of the setting, and where to pay it, as
 * it stands at this moment. Values that cannot be known stay empty, and the check tells why.
 */
async function makePayable(step: WriteHookContext): Promise<Record<string, unknown>> {
  const { trx, after, now } = step
  const { prices } = (await readSetting<SideMeetingSetting>(trx, 'side_meetings')) ?? {}
  const payment = await readSetting<SideMeetingPaymentSetting>(trx, 'side_meeting_payment')
  const forum = await readSetting<ForumSetting>(trx, 'forum')
  const price = prices?.[after['room_size'] as RoomSize]
  const minutes =
    parseMinutesOfDay(after['assigned_end_time_at']) - parseMinutesOfDay(after['assigned_start_time_at'])
  const today = (later: number) =>
    formatDateInTimeZone(now.getTime() + later, forum?.timeZone ?? forumSetting.timeZone)
  return {
    amount: price !== undefined && minutes > 0 ? sideMeetingAmount(minutes, price) : null,
    payment_reference: referenceOf(step, payment?.referencePrefix),
    payee_name: payment?.account?.name ?? null,
    payee_bank: payment?.account?.bank ?? null,
    payee_account: payment?.account?.number ?? null,
    pay_by: earlier(today((payment?.daysToPay ?? 0) * dayMs), after['assigned_date']),
  }
}

/** A row's reference stays the same however often its room is changed. */
function referenceOf({ before, after, secrets }: WriteHookContext, prefix = ''): unknown {
  const known = before?.['payment_reference']
  if (typeof known === 'string') return known
  const bytes = Buffer.from(secrets.hmac('side meeting reference', after.id), 'base64url')
  const characters = [...bytes.subarray(0, referenceCharacters)]
  return `${prefix}${characters.map((byte) => referenceAlphabet[byte % referenceAlphabet.length]).join('')}`
}

/** Nobody pays after the meeting. */
function earlier(date: string, meeting: unknown): string {
  return typeof meeting === 'string' && meeting < date ? meeting : date
}
