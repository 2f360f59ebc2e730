import { randomUUID, randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Role } from '#contract/api.ts'
import { users } from '#contract/modules/users.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables, Database } from '#server/db/client.ts'
import { toSortKeys } from '#server/db/sort-keys.ts'
import { createHttpError } from '#server/errors.ts'
import { passwordCharacters } from '#contract/password.ts'
import { maskRecipient } from '#server/messages/recipients.ts'
import { isLogin, loginRule, normalizeLogin, parseMobile } from './login.ts'
import { findPasswordIssue, type PasswordIssue } from './password-rules.ts'
import { hashPassword } from './password-hash.ts'

/** A row of `users`, as it is read. */
export type User = Selectable<Tables['users']>

/** A new account with a password: the first organiser, and those of commands and tests. */
export interface NewUser {
  id: string
  loginName: string
  /** The login when absent. */
  displayName?: string
  /** In plain text; only its hash is stored. */
  password: string
  role: Role
  /** True for an organiser who can also see users, grants and secret settings. */
  isAdministrator?: boolean
}

/** Thrown for a new account that breaks the rules. Operators read the message. */
export class InvalidUserError extends Error {
  override readonly name = 'InvalidUserError'
}

/**
 * Creates an account.
 * @throws InvalidUserError when login or password break the rules, or the login is taken
 */
export async function insertUser(kysely: Kysely<Tables>, user: NewUser, now: Date): Promise<void> {
  const loginName = normalizeLogin(user.loginName)
  if (!isLogin(loginName)) throw new InvalidUserError(loginRule)
  requireGoodPassword(user.password, [loginName, user.displayName ?? null])
  const at = toInstant(now)
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('users')
    .values({
      id: user.id,
      login_name: loginName,
      mobile: null,
      email: null,
      ...toNameColumns(user.displayName ?? loginName),
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

/** Creates the columns that change with the name of an account: the name, and its keys for sorted lists. */
export function toNameColumns(displayName: string): { display_name: string; sort_keys: string } {
  return { display_name: displayName, sort_keys: toSortKeys(users, { display_name: displayName }) }
}

/** Finds an account by login, mobile or e-mail, in this order when they belong to several. */
export async function findUserByLogin(kysely: Kysely<Tables>, login: string): Promise<User | undefined> {
  const name = normalizeLogin(login)
  // A text that is no number equals no stored mobile.
  const mobile = parseMobile(login) ?? name
  return (
    kysely
      .selectFrom('users')
      .selectAll()
      .where((eb) => eb.or([eb('login_name', '=', name), eb('mobile', '=', mobile), eb('email', '=', name)]))
      .orderBy((eb) =>
        eb.case().when('login_name', '=', name).then(0).when('mobile', '=', mobile).then(1).else(2).end(),
      )
      // Several accounts may have one e-mail: the oldest counts.
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst()
  )
}

/**
 * Finds an account by id and locks it until the transaction ends. An update without a change locks a row on both
 * databases.
 */
export async function lockUser(trx: Kysely<Tables>, id: string): Promise<User | undefined> {
  return trx
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Finds an account by id. */
export async function findUser(kysely: Kysely<Tables>, id: string): Promise<User | undefined> {
  return kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Gets an account by id. @throws HttpError `sign_in.required` when it was deleted */
export async function getUser(kysely: Kysely<Tables>, id: string): Promise<User> {
  const user = await findUser(kysely, id)
  if (!user) throw createHttpError('sign_in.required')
  return user
}

/**
 * Finds the account of a mobile that a code has verified, or creates one for an applicant. Of concurrent calls one
 * creates it. The masked number is its display name until a registration gives a name.
 * @param mobile E.164
 * @returns the id of the account
 */
export async function ensureMobileAccount(trx: Kysely<Tables>, mobile: string, now: Date): Promise<string> {
  const at = toInstant(now)
  await trx
    .insertInto('users')
    .values({
      id: randomUUID(),
      login_name: mobile,
      mobile,
      email: null,
      ...toNameColumns(maskRecipient(mobile)),
      password_hash: null,
      role: 'applicant',
      is_administrator: false,
      blocked_at: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('mobile', '=', mobile), eb('login_name', '=', mobile)]))
    // An operator may have chosen the number as the login of another account; the owner of the mobile comes first.
    .orderBy((eb) => eb.case().when('mobile', '=', mobile).then(0).else(1).end())
    .executeTakeFirstOrThrow()
  return user.id
}

/** The account that {@link ensureFirstOrganiser} created, for the banner of the start. */
export interface FirstOrganiser {
  login: string
  /** The generated password; undefined when the operator configured one. */
  password: string | undefined
}

/** Length of a generated password: 96 bits are strong enough, and short enough to type from a terminal. */
const passwordBytes = 12

/**
 * Creates the first organiser, an administrator, when there is no organiser yet.
 * @returns undefined when there is one, also when another process was faster
 * @throws InvalidUserError when the configured login or password is rejected
 */
export async function ensureFirstOrganiser(
  db: Database,
  options: { organiserLogin: string; organiserPassword?: string },
  now: Date,
): Promise<FirstOrganiser | undefined> {
  if (await hasOrganiser(db)) return undefined
  const password = options.organiserPassword ?? randomBytes(passwordBytes).toString('base64url')
  const login = normalizeLogin(options.organiserLogin)
  try {
    await insertUser(
      db.kysely,
      { id: randomUUID(), loginName: login, password, role: 'organiser', isAdministrator: true },
      now,
    )
  } catch (error) {
    // The login is taken because another process created the organiser in the meantime.
    if (error instanceof InvalidUserError && (await hasOrganiser(db))) return undefined
    throw error
  }
  return { login, password: options.organiserPassword === undefined ? password : undefined }
}

async function hasOrganiser({ kysely }: Database): Promise<boolean> {
  const query = kysely.selectFrom('users').select('id').where('role', '=', 'organiser').limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/** Texts about rejected passwords, as operators read them. */
const passwordIssueTexts: Record<PasswordIssue, string> = {
  'field.too_short': `a password has ${passwordCharacters.min} to ${passwordCharacters.max} characters`,
  'field.too_long': `a password has ${passwordCharacters.min} to ${passwordCharacters.max} characters`,
  'password.common': 'the password is one that many people use',
  'password.personal': "the password is made of the account's own data",
}

function requireGoodPassword(password: string, personalData: readonly (string | null)[]): void {
  const issue = findPasswordIssue(password, personalData)
  if (issue) throw new InvalidUserError(passwordIssueTexts[issue])
}
