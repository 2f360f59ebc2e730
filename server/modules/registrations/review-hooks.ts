import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { RegistrationSetting } from '#contract/forum.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { toInstant } from '#contract/time.ts'
import type { Role } from '#contract/api.ts'
import { maskedValue } from '#contract/row.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { closedStates } from '#contract/modules/review.ts'
import { staffRegistrations } from '#contract/modules/staff-registrations.ts'
import type { WriteHookContext, WriteHooks } from '#server/engine/schema/write-hooks.ts'
import { readSetting } from '#server/db/settings.ts'
import { lockUser, toNameColumns } from '#server/accounts/users.ts'
import { incrementCounter } from '#server/db/rate-counters.ts'
import { createHttpError } from '#server/errors.ts'
import type { Template } from '#server/messages/templates.ts'
import { setRole } from '#server/accounts/user-state.ts'
import { findRowsByIdNumber } from '#server/engine/field-types/blind-index.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { reasonProblems } from './rules.ts'
import { notifyRegistrant } from './messages.ts'

/** The field by which organisers say whether a person may choose the opening ceremony. */
const ceremonyStatus = 'attend_opening_ceremony_status'

/**
 * Whether the opening ceremony may be chosen: as the setting says when the registration is new; an organiser who takes
 * it away later takes the choice away with it.
 */
async function canChooseCeremony(
  definition: ModuleDefinition,
  { deed, trx, given, after }: WriteHookContext,
): Promise<Record<string, unknown>> {
  if (!Object.hasOwn(definition.fields, ceremonyStatus)) return {}
  if (deed === 'create') {
    const setting = await readSetting<RegistrationSetting>(trx, 'registration')
    return { [ceremonyStatus]: setting?.attend_opening_ceremony_status === true }
  }
  return given.has(ceremonyStatus) && after[ceremonyStatus] === false ? { opening_ceremony: false } : {}
}

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

/** What an approved person is to the forum. */
type ApprovedRole = Extract<Role, 'participant' | 'staff'>

/**
 * What a registration does to its account: the name by which the person is greeted, the role that an approval gives and
 * that goes with it. Whoever is something else by then, as an organiser, stays that.
 */
async function syncAccount(role: ApprovedRole, step: WriteHookContext): Promise<void> {
  const { trx, before, after, now, caller, requestId } = step
  const ownerId = after['owner_id']
  if (typeof ownerId !== 'string') return
  if (before?.['realname'] !== after['realname'])
    await trx
      .updateTable('users')
      .set({ ...toNameColumns(String(after['realname'])), updated_at: toInstant(now) })
      .where('id', '=', ownerId)
      .execute()
  const was = before?.['status'] === 'approved'
  const is = after['status'] === 'approved'
  if (was === is) return
  const [from, to]: [Role, Role] = is ? ['applicant', role] : [role, 'applicant']
  const user = await lockUser(trx, ownerId)
  if (user?.role !== from) return
  const actorId = caller.kind === 'user' ? caller.id : null
  await setRole(trx, ownerId, { role: to }, { now, by: { actorId, requestId } })
}

/** Both ways to register. */
const ways = [registrations, staffRegistrations]

/** True when the account has a registration of another kind that stands. */
export async function hasOtherRegistration(kind: string, { trx, after }: WriteHookContext): Promise<boolean> {
  for (const { name } of ways) {
    if (name === kind) continue
    const found = await moduleTables(trx)
      .selectFrom(name)
      .select('id')
      .where('owner_id', '=', after['owner_id'])
      .where('status', 'not in', closedStates)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}

/**
 * Whether somebody else registered with the same ID number: looked up when a number is given. The registration is taken
 * like any other, so that nobody learns whose number is known; the reviewer is told (security.md 7).
 */
async function isNumberRepeated({
  trx,
  given,
  after,
  secrets,
}: WriteHookContext): Promise<Record<string, unknown>> {
  const number = after['id_number']
  if (!given.has('id_number') || typeof number !== 'string' || number === maskedValue) return {}
  for (const way of ways) {
    const query = { field: 'id_number', number, exceptId: after.id }
    const ids = await findRowsByIdNumber(trx, secrets, way, query)
    if (await hasOtherOwner(way.name, ids)) return { id_number_repeated: true }
  }
  return { id_number_repeated: false }

  async function hasOtherOwner(name: string, ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return false
    const rows = await moduleTables(trx).selectFrom(name).select('owner_id').where('id', 'in', ids).execute()
    return rows.some((row) => row['owner_id'] !== after['owner_id'])
  }
}
