import type { FieldIssue } from '#contract/envelope.ts'
import { toInstant } from '#contract/time.ts'
import type { WriteHooks, WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { reasonProblems } from '#server/modules/registrations/reason-problems.ts'
import { makePayable } from './assignment.ts'
import { notifyApplicant } from './applicant-messages.ts'

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
