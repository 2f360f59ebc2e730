import type { FieldProblem } from '#contract/envelope.ts'
import { locales, type Localized } from '#contract/locale.ts'
import { toInstant } from '#contract/time.ts'
import type { WriteHooks, WriteStep } from '#server/engine/write/step.ts'
import { makePayable } from './assignment.ts'
import { tellApplicant } from './applicant-messages.ts'

/** What happens with a write of a side meeting. */
export const sideMeetingHooks: WriteHooks = {
  make: async (step) => {
    const { deed, locale, after, now } = step
    if (deed === 'create') return { locale }
    if (deed === 'assign') return makePayable(step)
    if (deed === 'mark_paid') return { paid_at: after['paid_at'] ?? toInstant(now) }
    return {}
  },
  check: async (step) => [...payableProblems(step), ...paidProblems(step), ...reasonProblems(step)],
  then: tellApplicant,
}

/** Nobody is told an amount or an account that nobody set. */
function payableProblems({ deed, after }: WriteStep): FieldProblem[] {
  if (deed !== 'assign') return []
  if (after['payee_account'] === null) return [{ path: '', key: 'side_meeting.account_missing' }]
  // Without a span of time there is no amount either; that is told at the times.
  const hasTimes = after['assigned_start_time_at'] && after['assigned_end_time_at']
  if (after['amount'] !== null || !hasTimes) return []
  return [{ path: 'room_size', key: 'side_meeting.price_missing' }]
}

function paidProblems({ deed, after, now }: WriteStep): FieldProblem[] {
  const isLater = deed === 'mark_paid' && String(after['paid_at']) > toInstant(now)
  return isLater ? [{ path: 'paid_at', key: 'side_meeting.paid_later' }] : []
}

/** A reason is for a person whose language the organiser need not share. */
function reasonProblems({ given, after }: WriteStep): FieldProblem[] {
  const reason = after['reason'] as Localized | null | undefined
  if (!given.has('reason') || !reason) return []
  const isWhole = locales.every((locale) => Boolean(reason[locale]))
  return isWhole ? [] : [{ path: 'reason', key: 'registration.reason_in_both' }]
}
