import { users } from '#contract/modules/users.ts'
import type { Role } from '#contract/api.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { toInstant } from '#contract/time.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule, type ServerModule } from '#server/engine/schema/server-module.ts'
import type { WriteHooks, WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { normalizeLogin, parseMobile } from '#server/accounts/login.ts'
import {
  isActiveAdministrator,
  requireOtherAdministrator,
  losesPermission,
  type AccountPermissions,
} from '#server/accounts/account-permissions.ts'
import { endSignIns } from '#server/accounts/sign-ins.ts'
import { lockUser } from '#server/accounts/users.ts'

/**
 * Creates the module of accounts, for administrators. The console deletes no account: users erase their own data, and
 * administrators block accounts.
 * @param modules all other modules: those that organisers work in can be granted to staff
 */
export function createUsersServer(modules: readonly ServerModule[]): ServerModule {
  const grantable = modules.filter(({ permissions }) => permissions.organiser)
  return serverModule(users, {
    permissions: {
      administrator: allow('list read create update history')
        .writes(['display_name', 'login_name', 'mobile', 'email', 'locale', 'grants'])
        .may('set_role block unblock'),
    },
    hiddenColumns: ['password_hash', 'weixin_openid'],
    hooks: createUserHooks(new Set(grantable.map(({ definition }) => definition.name))),
    // Accounts are no content: a forum that has only accounts may be filled with sample data.
    isServerWritten: true,
  })
}

/** An account before or after a write, whose values may not be validated yet. */
type Row = Readonly<Record<string, unknown>>

/**
 * Creates the hooks of accounts: they normalize logins, take `is_administrator` from accounts that are no organisers,
 * reject unknown grants, and end all sign-ins when a permission is lost or a login changes.
 * @param grantable names of the modules that can be granted to staff
 */
function createUserHooks(grantable: ReadonlySet<string>): Required<Omit<WriteHooks, 'rowOnly'>> {
  return {
    make: async ({ before, after, operation, now }) => {
      const { role, is_administrator: isAdministrator } = after
      const mobile = mapText(after['mobile'], (text) => parseMobile(text) ?? text)
      return {
        login_name: mapText(after['login_name'], (text) => toStoredLogin(text, before, mobile)),
        mobile,
        email: mapText(after['email'], normalizeLogin),
        is_administrator: isAdministrator === true ? role === 'organiser' : isAdministrator,
        blocked_at: operation === 'block' ? (after['blocked_at'] ?? toInstant(now)) : after['blocked_at'],
      }
    },
    check: async (step) => {
      await requireRemainingAdministrator(step)
      return [...checkMobile(step.after), ...checkGrants(step, grantable), ...(await checkUniqueLogins(step))]
    },
    follow: async ({ trx, before, after }) => {
      if (!before) return
      const hasLoginChanged =
        before['login_name'] !== after['login_name'] || before['mobile'] !== after['mobile']
      if (hasLoginChanged || losesPermission(toPermissions(before), toPermissions(after)))
        await endSignIns(trx, after.id)
    },
  }
}

/** Changes a text. Returns another value unchanged, which the form's validation then rejects. */
function mapText(value: unknown, change: (text: string) => string): unknown {
  return typeof value === 'string' ? change(value) : value
}

/**
 * Normalizes a login. A login that equals the old mobile becomes the new one: otherwise the next owner of the old number
 * could find this account.
 */
function toStoredLogin(text: string, before: Row | undefined, mobile: unknown): string {
  const login = normalizeLogin(text)
  const isMobile = before !== undefined && login === before['mobile']
  return isMobile && typeof mobile === 'string' ? mobile : (parseMobile(login) ?? login)
}

function toPermissions(row: Row): AccountPermissions {
  return {
    role: row['role'] as Role,
    isAdministrator: row['is_administrator'] === true,
    grants: toTextList(row['grants']),
    isBlocked: row['blocked_at'] !== null,
  }
}

function toTextList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** @throws HttpError `account.last_administrator` when the write takes the role from the last active administrator */
async function requireRemainingAdministrator({ trx, before, after }: WriteHookContext): Promise<void> {
  if (!before || !isActiveAdministrator(toPermissions(before)) || isActiveAdministrator(toPermissions(after)))
    return
  await lockUser(trx, before.id)
  await requireOtherAdministrator(trx, before.id)
}

function checkMobile({ mobile }: Row): FieldIssue[] {
  const isValid = typeof mobile !== 'string' || parseMobile(mobile) !== undefined
  return isValid ? [] : [{ path: 'mobile', key: 'field.invalid' }]
}

/** A grant of a module that no longer exists does not block other edits. */
function checkGrants({ before, after }: WriteHookContext, grantable: ReadonlySet<string>): FieldIssue[] {
  const grantableModules = new Set([...grantable, ...toTextList(before?.['grants'])])
  return toTextList(after['grants'])
    .filter((module) => !grantableModules.has(module))
    .map((module) => ({ path: 'grants', key: 'user.grant_unknown', params: { module } }))
}

/** A login, mobile or email of one account must not find another account. */
async function checkUniqueLogins({ trx, after }: WriteHookContext): Promise<FieldIssue[]> {
  const loginFields = ['login_name', 'mobile', 'email'] as const
  const logins = loginFields.map((name) => after[name]).filter((value) => typeof value === 'string')
  if (logins.length === 0) return []
  const otherUsers = await trx
    .selectFrom('users')
    .select(loginFields)
    .where('id', '<>', after.id)
    .where((eb) => eb.or(loginFields.map((name) => eb(name, 'in', logins))))
    .execute()
  const takenLogins = new Set(otherUsers.flatMap((other) => [other.login_name, other.mobile]))
  const takenEmails = new Set(otherUsers.map((other) => other.email))
  return loginFields
    .filter((name) => {
      const value = after[name]
      if (typeof value !== 'string') return false
      // Two accounts may share an email. Then neither can sign in by it, only by a login name.
      return takenLogins.has(value) || (name !== 'email' && takenEmails.has(value))
    })
    .map((path) => ({ path, key: 'user.taken' }))
}
