import type { FieldIssue } from '#contract/envelope.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { toInstant } from '#contract/time.ts'
import { lockUser } from '#server/accounts/users.ts'
import type { WriteHooks, WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { incrementCounter } from '#server/db/rate-counters.ts'
import { createHttpError } from '#server/errors.ts'
import { reasonProblems } from '#server/modules/registrations/reason-problems.ts'
import type { Template } from '#server/messages/templates.ts'
import { syncAccount, type ApprovedRole } from './sync-account.ts'
import { ceremonyStatus, canChooseCeremony } from './ceremony.ts'
import { hasOtherRegistration, isNumberRepeated } from './other-registrations.ts'
import { notifyRegistrant } from './review-messages.ts'

/** One kind of registration. */
export interface RegistrationKind {
  definition: ModuleDefinition
  /** What an approved person is to the forum. */
  role: ApprovedRole
  /** The message that tells of the approval. */
  approved: Template
}

/** What happens with a write of a registration. */
export function reviewHooks(kind: RegistrationKind): WriteHooks {
  return {
    make: async (step) => ({
      ...(await madeAtFirst(step)),
      ...madeMoments(step),
      ...(await canChooseCeremony(kind.definition, step)),
      ...(await isNumberRepeated(step)),
    }),
    check: async (step) => [
      ...reasonProblems('review_reason', step),
      ...ownProblems(step),
      ...(await otherProblems(kind, step)),
    ],
    follow: async (step) => {
      await syncAccount(kind.role, step)
      await notifyRegistrant(kind.approved, step)
    },
  }
}

/** Registrations that an account may begin: mistakes are mended by a change, not by a new registration. */
const registrationsADay = { count: 5, windowMs: 24 * 3_600_000 }

/** The proven mobile and the person's language; both stay. Other registrations of the account wait for this one. */
async function madeAtFirst({
  deed,
  trx,
  after,
  locale,
  now,
  secrets,
}: WriteHookContext): Promise<Record<string, unknown>> {
  if (deed !== 'create') return {}
  const user = await lockUser(trx, String(after['owner_id']))
  if (!user?.mobile)
    throw createHttpError('validation.failed', {
      fields: [{ path: 'mobile', key: 'registration.mobile_unproven' }],
    })
  await incrementCounter(trx, `registrations ${secrets.hmac('rate count', user.id)}`, registrationsADay, now)
  return { mobile: user.mobile, locale }
}

/** When it was sent, and when it was decided. */
function madeMoments({ deed, now }: WriteHookContext): Record<string, unknown> {
  const at = toInstant(now)
  if (deed === 'create' || deed === 'resubmit') return { submitted_at: at }
  return deed === 'approve' || deed === 'decline' || deed === 'withdraw' ? { decided_at: at } : {}
}

/**
 * What organisers decide, and whose name was approved, nobody changes in their own registration, whatever they may do in
 * the console.
 */
function ownProblems({ caller, before, after, given }: WriteHookContext): FieldIssue[] {
  if (!before || caller.kind !== 'user' || caller.id !== before['owner_id']) return []
  const decided = [ceremonyStatus, ...(before['status'] === 'approved' ? ['realname'] : [])]
  return decided
    .filter((key) => given.has(key) && after[key] !== before[key])
    .map((path) => ({ path, key: 'field.read_only' }))
}

/** Who works there takes no part as well: a person registers in one way at a time (T44). */
async function otherProblems(
  { definition }: RegistrationKind,
  step: WriteHookContext,
): Promise<FieldIssue[]> {
  if (step.deed !== 'create' || !(await hasOtherRegistration(definition.name, step))) return []
  return [{ path: '', key: 'registration.exists' }]
}
