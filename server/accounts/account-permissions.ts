import type { Kysely } from 'kysely'
import type { Role } from '#contract/api.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Tables, Database } from '#server/db/client.ts'
import { createHttpError } from '#server/errors.ts'
import type { DeniedCall } from '#server/http/request-log.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { mayCountOne } from '#server/db/rate-counters.ts'

/** What an account lets its person do. */
export interface AccountPermissions {
  role: Role
  isAdministrator: boolean
  /** Modules in which a member of staff does what organisers do. */
  grants: readonly string[]
  isBlocked: boolean
}

/**
 * Whether a person may do less than before: their sign-ins end then, and no screen goes on with what it was shown. An
 * approval and a promotion to organiser take nothing away.
 */
export function losesPermission(before: AccountPermissions, after: AccountPermissions): boolean {
  if (after.isBlocked && !before.isBlocked) return true
  if (before.isAdministrator && !after.isAdministrator) return true
  if (before.role !== after.role) return before.role !== 'applicant' && after.role !== 'organiser'
  return before.grants.some((module) => !after.grants.includes(module))
}

/** The grants of an account as they are kept: none for anybody but staff, since organisers need none. */
export function readGrants(user: { role: Role; grants: string | null }): string[] {
  return user.role === 'staff' && user.grants !== null ? (JSON.parse(user.grants) as string[]) : []
}

/** True for who sees accounts, secret settings and the audit log. */
export function isActiveAdministrator(rights: AccountPermissions): boolean {
  return rights.role === 'organiser' && rights.isAdministrator && !rights.isBlocked
}

/**
 * Sees to it that somebody is left who may see the audit log and make organisers, when this account is one no longer. Of
 * two who leave at once one stays. The account itself must be held already, or two calls could wait for each other.
 * @throws Refusal `account.last_administrator`
 */
export async function requireOtherAdministrator(trx: Kysely<Tables>, userId: string): Promise<void> {
  await lockExclusive(trx, 'administrators')
  const organisers = await trx
    .selectFrom('users')
    .select(['id', 'is_administrator'])
    .where('role', '=', 'organiser')
    .where('blocked_at', 'is', null)
    .execute()
  const left = organisers.filter(({ is_administrator: is }) => Boolean(is)).map(({ id }) => id)
  if (left.length === 1 && left[0] === userId) throw createHttpError('account.last_administrator')
}

/** Denied calls of one account that the audit log takes in an hour: further ones say nothing new and would fill it. */
const maxLoggedPerHour = { count: 50, windowMs: 3_600_000 }

export interface DeniedCallsDeps {
  db: Database
  secrets: Secrets
  now: () => Date
  isModule: (name: string) => boolean
}

/** Writes calls that a person may not make into the audit log: which account, which module, from where. */
export function createDeniedCallLog({ db, secrets, now, isModule }: DeniedCallsDeps) {
  return async ({ accountId, module, requestId, addressBlock }: DeniedCall): Promise<void> => {
    const at = now()
    const counter = `denied ${secrets.hmac('rate count', accountId)}`
    if (!(await mayCountOne(db.kysely, counter, maxLoggedPerHour, at))) return
    await appendAudit(db.kysely, {
      at,
      actorId: accountId,
      action: 'call.refused',
      // Callers choose the name: what is no module's is not written down.
      ...(module !== undefined && isModule(module) && { module }),
      requestId,
      addressBlock,
    })
  }
}
