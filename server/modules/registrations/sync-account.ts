import type { Role } from '#contract/api.ts'
import { toInstant } from '#contract/time.ts'
import { setRole } from '#server/accounts/user-state.ts'
import { lockUser, named } from '#server/accounts/users.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'

/** What an approved person is to the forum. */
export type ApprovedRole = Extract<Role, 'participant' | 'staff'>

/**
 * What a registration does to its account: the name by which the person is greeted, the role that an approval gives and
 * that goes with it. Whoever is something else by then, as an organiser, stays that.
 */
export async function syncAccount(role: ApprovedRole, step: WriteHookContext): Promise<void> {
  const { trx, before, after, now, caller, requestId } = step
  const ownerId = after['owner_id']
  if (typeof ownerId !== 'string') return
  if (before?.['realname'] !== after['realname'])
    await trx
      .updateTable('users')
      .set({ ...named(String(after['realname'])), updated_at: toInstant(now) })
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
