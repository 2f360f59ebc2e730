import type { Kysely } from 'kysely'
import type { Role } from '#contract/api.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { losesPermission, readGrants, type AccountPermissions } from './account-permissions.ts'
import { endSignIns } from './sign-ins.ts'
import { lockUser, type User } from './users.ts'

/** The actor of a change, for the audit log. */
export interface ChangedBy {
  /** Account of a signed-in organiser; null for the operator or the server. */
  actorId: string | null
  /** Id of the request that made the change; absent for a command. */
  requestId?: string
}

/** Time and actor of a change; by default the operator at the command line. */
export interface AccountChange {
  now: Date
  by?: ChangedBy
}

/** The operator at the command line, who has no account. */
const byOperator: ChangedBy = { actorId: null }

/** The new role of a user, for {@link setRole}. */
export interface NewRole {
  role: Role
  /** Unchanged when absent; only organisers can be administrators. */
  isAdministrator?: boolean
}

/**
 * Sets the role of a user, in the transaction of the caller. A new permission takes effect with the next request; a
 * lost one ends all sign-ins. Users who stop being staff lose their grants.
 * @returns false when there is no such account
 */
export async function setRole(
  trx: Kysely<Tables>,
  userId: string,
  newRole: NewRole,
  { now, by = byOperator }: AccountChange,
): Promise<boolean> {
  const user = await lockUser(trx, userId)
  if (!user) return false
  const before = getPermissions(user)
  const isAdministrator = newRole.role === 'organiser' && (newRole.isAdministrator ?? before.isAdministrator)
  const after = { ...before, role: newRole.role, isAdministrator }
  if (before.role === after.role && before.isAdministrator === after.isAdministrator) return true
  const at = toInstant(now)
  const grants = newRole.role === 'staff' ? user.grants : null
  await trx
    .updateTable('users')
    .set({ role: after.role, is_administrator: after.isAdministrator, grants, updated_at: at })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  if (losesPermission(before, after)) await endSignIns(trx, userId)
  const fields = ['role', 'is_administrator'] as const
  await appendAudit(trx, { at, ...by, action: 'role.changed', module: 'users', rowId: userId, fields })
  return true
}

/**
 * Blocks an account, in the transaction of the caller: its sign-ins end, and nobody can sign in to it.
 * @returns false when there is no such account
 */
export async function blockUser(
  trx: Kysely<Tables>,
  userId: string,
  change: AccountChange,
): Promise<boolean> {
  if (!(await setBlocked(trx, userId, 'account.blocked', change))) return false
  await endSignIns(trx, userId)
  return true
}

/** Unblocks an account. @returns false when there is no such account */
export async function unblockUser(
  trx: Kysely<Tables>,
  userId: string,
  change: AccountChange,
): Promise<boolean> {
  return setBlocked(trx, userId, 'account.unblocked', change)
}

/** Blocks or unblocks an account and logs it; nothing happens when it is already so. @returns false without an account */
async function setBlocked(
  trx: Kysely<Tables>,
  userId: string,
  action: 'account.blocked' | 'account.unblocked',
  { now, by = byOperator }: AccountChange,
): Promise<boolean> {
  const user = await lockUser(trx, userId)
  if (!user) return false
  const at = toInstant(now)
  const blockedAt = action === 'account.blocked' ? at : null
  if ((user.blocked_at === null) === (blockedAt === null)) return true
  await trx
    .updateTable('users')
    .set({ blocked_at: blockedAt, updated_at: at })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await appendAudit(trx, { at, ...by, action, module: 'users', rowId: userId })
  return true
}

/** Reads the stored permissions of an account. */
function getPermissions(user: User): AccountPermissions {
  return {
    role: user.role,
    isAdministrator: Boolean(user.is_administrator),
    grants: readGrants(user),
    isBlocked: user.blocked_at !== null,
  }
}
