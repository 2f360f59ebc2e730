import type { Kysely } from 'kysely'
import type { Role } from '#contract/api.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Tables, Database } from '#server/db/client.ts'
import { createHttpError } from '#server/errors.ts'
import type { DeniedCall } from '#server/http/request-log.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { tryIncrementCounter } from '#server/db/rate-counters.ts'

/** What the user of an account can do. */
export interface AccountPermissions {
  role: Role
  isAdministrator: boolean
  /** Modules in which a member of staff has the permissions of organisers. */
  grants: readonly string[]
  isBlocked: boolean
}

/**
 * Checks whether an account loses a permission. Its sign-ins must end then, so that no screen keeps showing what the
 * user can no longer see. An approval and a promotion to organiser take nothing away.
 */
export function losesPermission(before: AccountPermissions, after: AccountPermissions): boolean {
  if (after.isBlocked && !before.isBlocked) return true
  if (before.isAdministrator && !after.isAdministrator) return true
  // Applicants have no permission to lose, and organisers have every permission.
  if (before.role !== after.role) return before.role !== 'applicant' && after.role !== 'organiser'
  return before.grants.some((module) => !after.grants.includes(module))
}

/** Reads the stored grants of an account. Only staff have grants, since organisers need none. */
export function readGrants(user: { role: Role; grants: string | null }): string[] {
  return user.role === 'staff' && user.grants !== null ? (JSON.parse(user.grants) as string[]) : []
}

/** Checks whether an account is an administrator and not blocked. */
export function isActiveAdministrator(permissions: AccountPermissions): boolean {
  return permissions.role === 'organiser' && permissions.isAdministrator && !permissions.isBlocked
}

/**
 * Throws when no other active administrator is left. Of two administrators that leave at the same time, one stays.
 * The caller must have locked the account already; otherwise two calls could wait for each other.
 * @throws HttpError `account.last_administrator`
 */
export async function requireOtherAdministrator(trx: Kysely<Tables>, userId: string): Promise<void> {
  await lockExclusive(trx, 'administrators')
  const organisers = await trx
    .selectFrom('users')
    .select(['id', 'is_administrator'])
    .where('role', '=', 'organiser')
    .where('blocked_at', 'is', null)
    .execute()
  const administratorIds = organisers
    .filter(({ is_administrator: isAdministrator }) => Boolean(isAdministrator))
    .map(({ id }) => id)
  if (administratorIds.length === 1 && administratorIds[0] === userId)
    throw createHttpError('account.last_administrator')
}

/** Limit of an account's denied calls in the audit log. Further ones would fill the log without new information. */
const deniedCallLimit = { count: 50, windowMs: 3_600_000 }

/** Dependencies of {@link createDeniedCallLog}. */
export interface DeniedCallsDeps {
  db: Database
  secrets: Secrets
  now: () => Date
  /** Checks for the name of a module of this forum. */
  isModule: (name: string) => boolean
}

/** Creates the function that writes denied calls into the audit log: account, module and origin of the call. */
export function createDeniedCallLog({ db, secrets, now, isModule }: DeniedCallsDeps) {
  return async ({ accountId, module, requestId, clientAddress }: DeniedCall): Promise<void> => {
    const at = now()
    const counter = `denied ${secrets.hmac('rate count', accountId)}`
    if (!(await tryIncrementCounter(db.kysely, counter, deniedCallLimit, at))) return
    await appendAudit(db.kysely, {
      at,
      actorId: accountId,
      action: 'call.refused',
      // The caller chose this name, so only names of modules are logged.
      ...(module !== undefined && isModule(module) && { module }),
      requestId,
      clientAddress,
    })
  }
}
