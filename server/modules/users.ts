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
 * Accounts, for administrators. Nobody deletes one in the console: a person erases their own data, and who must not come
 * in any more is blocked.
 * @param modules those that staff may be let into: all that organisers work in
 */
export function makeUsersServer(modules: readonly ServerModule[]): ServerModule {
  const grantable = modules.filter(({ permissions }) => permissions.organiser)
  return serverModule(users, {
    permissions: {
      administrator: allow('list read create update history')
        .writes(['display_name', 'login_name', 'mobile', 'email', 'locale', 'grants'])
        .may('set_role block unblock'),
    },
    hiddenColumns: ['password_hash', 'weixin_openid'],
    hooks: userWrites(new Set(grantable.map(({ definition }) => definition.name))),
    isRecord: true,
  })
}

type Row = Readonly<Record<string, unknown>>

/**
 * What an administrator's write of an account means: logins as they are kept, no right that contradicts the role, and
 * the end of all sign-ins when a right goes or the way to sign in is another one.
 * @param grantable names of the modules that staff may be let into
 */
function userWrites(grantable: ReadonlySet<string>): Required<Omit<WriteHooks, 'rowOnly'>> {
  return {
    make: async ({ before, after, deed, now }) => {
      const { role, is_administrator: isAdministrator } = after
      const mobile = ifText(after['mobile'], (text) => parseMobile(text) ?? text)
      return {
        login_name: ifText(after['login_name'], (text) => toKeptLogin(text, before, mobile)),
        mobile,
        email: ifText(after['email'], normalizeLogin),
        is_administrator: isAdministrator === true ? role === 'organiser' : isAdministrator,
        blocked_at: deed === 'block' ? (after['blocked_at'] ?? toInstant(now)) : after['blocked_at'],
      }
    },
    check: async (step) => {
      await keepSomeAdministrator(step)
      return [
        ...mobileProblems(step.after),
        ...grantProblems(step, grantable),
        ...(await loginProblems(step)),
      ]
    },
    follow: async ({ trx, before, after }) => {
      if (!before) return
      const hasOtherWay = before['login_name'] !== after['login_name'] || before['mobile'] !== after['mobile']
      if (hasOtherWay || losesPermission(rightsOf(before), rightsOf(after))) await endSignIns(trx, after.id)
    },
  }
}

/** What is no text at all is left for the form's own check to refuse. */
function ifText(value: unknown, change: (text: string) => string): unknown {
  return typeof value === 'string' ? change(value) : value
}

/** A login that is the mobile goes with it: whoever is given the old number later must not find this account by it. */
function toKeptLogin(text: string, before: Row | undefined, mobile: unknown): string {
  const login = normalizeLogin(text)
  const isMobile = before !== undefined && login === before['mobile']
  return isMobile && typeof mobile === 'string' ? mobile : (parseMobile(login) ?? login)
}

function rightsOf(row: Row): AccountPermissions {
  return {
    role: row['role'] as Role,
    isAdministrator: row['is_administrator'] === true,
    grants: listOf(row['grants']),
    isBlocked: row['blocked_at'] !== null,
  }
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

async function keepSomeAdministrator({ trx, before, after }: WriteHookContext): Promise<void> {
  if (!before || !isActiveAdministrator(rightsOf(before)) || isActiveAdministrator(rightsOf(after))) return
  await lockUser(trx, before.id)
  await requireOtherAdministrator(trx, before.id)
}

function mobileProblems({ mobile }: Row): FieldIssue[] {
  const isMobile = typeof mobile !== 'string' || parseMobile(mobile) !== undefined
  return isMobile ? [] : [{ path: 'mobile', key: 'field.invalid' }]
}

/** A grant that was given when the module was there is no reason to refuse another change. */
function grantProblems({ before, after }: WriteHookContext, grantable: ReadonlySet<string>): FieldIssue[] {
  const known = new Set([...grantable, ...listOf(before?.['grants'])])
  return listOf(after['grants'])
    .filter((module) => !known.has(module))
    .map((module) => ({ path: 'grants', key: 'user.grant_unknown', params: { module } }))
}

/** What one person signs in by must not find another one's account. */
async function loginProblems({ trx, after }: WriteHookContext): Promise<FieldIssue[]> {
  const names = ['login_name', 'mobile', 'email'] as const
  const wanted = names.map((name) => after[name]).filter((value) => typeof value === 'string')
  if (wanted.length === 0) return []
  const others = await trx
    .selectFrom('users')
    .select(names)
    .where('id', '<>', after.id)
    .where((eb) => eb.or(names.map((name) => eb(name, 'in', wanted))))
    .execute()
  const taken = new Set(others.flatMap((other) => [other.login_name, other.mobile]))
  const addresses = new Set(others.map((other) => other.email))
  return names
    .filter((name) => {
      const value = after[name]
      if (typeof value !== 'string') return false
      // Two people may share a mailbox; none of them may sign in by it then but by a login of their own.
      return taken.has(value) || (name !== 'email' && addresses.has(value))
    })
    .map((path) => ({ path, key: 'user.taken' }))
}
