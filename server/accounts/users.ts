import type { Kysely, Selectable } from 'kysely'
import type { Role } from '#contract/api.ts'
import { users } from '#contract/modules/users.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { toSortKeys } from '#server/db/sort-keys.ts'
import { createHttpError } from '#server/errors.ts'
import { isLogin, loginRule, normalizeLogin } from './login-name.ts'
import { parseMobile } from './mobile.ts'
import { passwordCharacters } from '#contract/password.ts'
import { findPasswordIssue, type PasswordIssue } from './password-rules.ts'
import { hashPassword } from './password-hash.ts'

export type User = Selectable<Tables['users']>

/** An account to make. */
export interface NewUser {
  id: string
  loginName: string
  displayName?: string
  password: string
  role: Role
  /** An organiser who may also see users, grants and secret settings. */
  isAdministrator?: boolean
}

/** An account that cannot be made; its message is a line for the operator. */
export class InvalidUserError extends Error {
  override readonly name = 'InvalidUserError'
}

/**
 * Makes an account.
 * @throws InvalidUserError when login or password break the rules, or the login is taken
 */
export async function insertUser(kysely: Kysely<Tables>, user: NewUser, now: Date): Promise<void> {
  const loginName = normalizeLogin(user.loginName)
  if (!isLogin(loginName)) throw new InvalidUserError(loginRule)
  refusePassword(user.password, [loginName, user.displayName ?? null])
  const at = toInstant(now)
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('users')
    .values({
      id: user.id,
      login_name: loginName,
      mobile: null,
      email: null,
      ...named(user.displayName ?? loginName),
      password_hash: await hashPassword(user.password),
      role: user.role,
      is_administrator: user.isAdministrator ?? false,
      blocked_at: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('login_name').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw new InvalidUserError(`the login ${loginName} is taken`)
}

/** The columns of an account's name. */
export function named(displayName: string): { display_name: string; sort_keys: string } {
  return { display_name: displayName, sort_keys: toSortKeys(users, { display_name: displayName }) }
}

/** The account with this login, mobile or e-mail: in this order, should they be of several. */
export async function findUserByLogin(kysely: Kysely<Tables>, login: string): Promise<User | undefined> {
  const name = normalizeLogin(login)
  const mobile = parseMobile(login) ?? name
  return kysely
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('login_name', '=', name), eb('mobile', '=', mobile), eb('email', '=', name)]))
    .orderBy((eb) =>
      eb.case().when('login_name', '=', name).then(0).when('mobile', '=', mobile).then(1).else(2).end(),
    )
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
}

/**
 * The account with this id, held until the transaction ends: what is decided of it stays true. A write that changes
 * nothing holds a row on both databases.
 */
export async function lockUser(trx: Kysely<Tables>, id: string): Promise<User | undefined> {
  return trx
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** The account with this id. */
export async function findUser(kysely: Kysely<Tables>, id: string): Promise<User | undefined> {
  return kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The account with this id. @throws Refusal `sign_in.required` when it is gone */
export async function getUser(kysely: Kysely<Tables>, id: string): Promise<User> {
  const user = await findUser(kysely, id)
  if (!user) throw createHttpError('sign_in.required')
  return user
}

/** What an operator reads of a password that cannot be used. */
const faultLines: Record<PasswordIssue, string> = {
  'field.too_short': `a password has ${passwordCharacters.min} to ${passwordCharacters.max} characters`,
  'field.too_long': `a password has ${passwordCharacters.min} to ${passwordCharacters.max} characters`,
  'password.common': 'the password is one that many people use',
  'password.personal': "the password is made of the account's own data",
}

function refusePassword(password: string, own: readonly (string | null)[]): void {
  const fault = findPasswordIssue(password, own)
  if (fault) throw new InvalidUserError(faultLines[fault])
}
