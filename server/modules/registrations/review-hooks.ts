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
import { findRowsByIdNumber } from '#server/engine/field-types/id-number.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { checkReasonLanguages } from './rules.ts'
import { notifyRegistrant } from './messages.ts'

/** Field in which organisers allow or forbid the opening ceremony. */
const ceremonyStatusField = 'attend_opening_ceremony_status'

/**
 * Computes the ceremony fields. A new registration follows the setting. When an organiser forbids the ceremony later,
 * the choice is removed.
 */
async function createCeremonyValues(
  definition: ModuleDefinition,
  { operation, trx, inputFields, after }: WriteHookContext,
): Promise<Record<string, unknown>> {
  if (!Object.hasOwn(definition.fields, ceremonyStatusField)) return {}
  if (operation === 'create') {
    const setting = await readSetting<RegistrationSetting>(trx, 'registration')
    return { [ceremonyStatusField]: setting?.attend_opening_ceremony_status === true }
  }
  return inputFields.has(ceremonyStatusField) && after[ceremonyStatusField] === false
    ? { opening_ceremony: false }
    : {}
}

/** What differs between the registrations of participants and of staff. */
export interface RegistrationKind {
  definition: ModuleDefinition
  /** Role of an approved registrant. */
  role: ApprovedRole
  /** Template of the approval mail. */
  approvalTemplate: Template
}

/** Creates the write hooks of one kind of registration. */
export function createReviewHooks(kind: RegistrationKind): WriteHooks {
  return {
    make: async (step) => ({
      ...(await createInitialValues(step)),
      ...createStatusTimes(step),
      ...(await createCeremonyValues(kind.definition, step)),
      ...(await createRepeatedNumberMark(step)),
    }),
    check: async (step) => [
      ...checkReasonLanguages('review_reason', step),
      ...checkOwnRegistration(step),
      ...(await checkSingleRegistration(kind, step)),
    ],
    follow: async (step) => {
      await syncAccount(kind.role, step)
      await notifyRegistrant(kind.approvalTemplate, step)
    },
  }
}

/** Registrations that an account may create in a day. Users correct mistakes by an edit, not by a new registration. */
const dailyRegistrations = { count: 5, windowMs: 24 * 3_600_000 }

/**
 * Sets the verified mobile and the language, which both stay. Locks the user, so that other registrations of the
 * account wait.
 */
async function createInitialValues({
  operation,
  trx,
  after,
  locale,
  now,
  secrets,
}: WriteHookContext): Promise<Record<string, unknown>> {
  if (operation !== 'create') return {}
  const user = await lockUser(trx, String(after['owner_id']))
  if (!user?.mobile)
    throw createHttpError('validation.failed', {
      fields: [{ path: 'mobile', key: 'registration.mobile_unproven' }],
    })
  // Names of counters contain no user id, only its HMAC.
  await incrementCounter(trx, `registrations ${secrets.hmac('rate count', user.id)}`, dailyRegistrations, now)
  return { mobile: user.mobile, locale }
}

/** Sets the time of submission or decision. A withdrawal by the registrant counts as a decision. */
function createStatusTimes({ operation, now }: WriteHookContext): Record<string, unknown> {
  const at = toInstant(now)
  if (operation === 'create' || operation === 'resubmit') return { submitted_at: at }
  return operation === 'approve' || operation === 'decline' || operation === 'withdraw'
    ? { decided_at: at }
    : {}
}

/**
 * Users cannot change organisers' decisions, or an approved name, in their own registration, even with console
 * permissions.
 */
function checkOwnRegistration({ caller, before, after, inputFields }: WriteHookContext): FieldIssue[] {
  if (!before || caller.kind !== 'user' || caller.id !== before['owner_id']) return []
  const protectedFields = [ceremonyStatusField, ...(before['status'] === 'approved' ? ['realname'] : [])]
  return protectedFields
    .filter((key) => inputFields.has(key) && after[key] !== before[key])
    .map((path) => ({ path, key: 'field.read_only' }))
}

/**
 * An account has one active registration: a staff member is no participant at the same time. The unique rules of the
 * modules reject a second registration of the same kind.
 */
async function checkSingleRegistration(
  { definition }: RegistrationKind,
  step: WriteHookContext,
): Promise<FieldIssue[]> {
  if (step.operation !== 'create' || !(await hasOtherRegistration(definition.name, step))) return []
  return [{ path: '', key: 'registration.exists' }]
}

/** Role of an approved registrant. */
type ApprovedRole = Extract<Role, 'participant' | 'staff'>

/**
 * Updates the registrant's account: its display name, and the role that an approval grants and its loss revokes. An
 * account that has another role by then, such as organiser, keeps it.
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
  const wasApproved = before?.['status'] === 'approved'
  const isApproved = after['status'] === 'approved'
  if (wasApproved === isApproved) return
  const [expectedRole, newRole]: [Role, Role] = isApproved ? ['applicant', role] : [role, 'applicant']
  const user = await lockUser(trx, ownerId)
  if (user?.role !== expectedRole) return
  const actorId = caller.kind === 'user' ? caller.id : null
  await setRole(trx, ownerId, { role: newRole }, { now, by: { actorId, requestId } })
}

/** Both kinds of registration. */
const registrationModules = [registrations, staffRegistrations]

/**
 * Returns whether the account has an active registration of another kind.
 * @param moduleName module of the registration that is written
 */
export async function hasOtherRegistration(
  moduleName: string,
  { trx, after }: WriteHookContext,
): Promise<boolean> {
  for (const { name } of registrationModules) {
    if (name === moduleName) continue
    const row = await moduleTables(trx)
      .selectFrom(name)
      .select('id')
      .where('owner_id', '=', after['owner_id'])
      .where('status', 'not in', closedStates)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/**
 * Marks a new ID number that another account registered with. The response does not reveal the match; only the
 * reviewer sees the mark.
 */
async function createRepeatedNumberMark({
  trx,
  inputFields,
  after,
  secrets,
}: WriteHookContext): Promise<Record<string, unknown>> {
  const number = after['id_number']
  // The mask stands for an unchanged number.
  if (!inputFields.has('id_number') || typeof number !== 'string' || number === maskedValue) return {}
  for (const definition of registrationModules) {
    const query = { field: 'id_number', number, exceptId: after.id }
    const ids = await findRowsByIdNumber(trx, secrets, definition, query)
    if (await hasOtherOwner(definition.name, ids)) return { id_number_repeated: true }
  }
  return { id_number_repeated: false }

  async function hasOtherOwner(name: string, ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return false
    const rows = await moduleTables(trx).selectFrom(name).select('owner_id').where('id', 'in', ids).execute()
    return rows.some((row) => row['owner_id'] !== after['owner_id'])
  }
}
