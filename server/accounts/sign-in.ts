import type { LoginBody, LoginData } from '#contract/api.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { createHttpError } from '#server/errors.ts'
import type { AccountsContext, Origin } from './accounts-context.ts'
import { normalizeLogin } from './login-name.ts'
import { isPassword } from './password-hash.ts'
import { insertSignIn, toLoginData, type NewSignIn } from './sign-ins.ts'
import { comparePasswordLimited, recordPasswordSuccess, type AttemptKey } from './password-attempts.ts'
import { findUserByLogin } from './users.ts'

/**
 * Signs in by password. A wrong password, an unknown and a blocked account get the same answer after the same work.
 * @throws Refusal `sign_in.refused`; `rate.limited` after too many tries
 */
export async function signInByPassword(
  context: AccountsContext,
  { login_name, login_pwd }: LoginBody,
  origin: Origin,
): Promise<LoginData> {
  const user = await findUserByLogin(context.db.kysely, login_name)
  const place = getAttemptKey(context, user, login_name, origin)
  const isRight = await isRightPassword(context, place, login_pwd, user?.password_hash)
  if (!user || !isRight || user.blocked_at !== null) {
    await auditRefusedSignIn(context, user, origin)
    throw createHttpError('sign_in.refused')
  }
  return signIn(context, user, origin, { passwordHash: user.password_hash ?? '', place })
}

/** How a person has proved who they are. */
export interface SignInOptions extends Omit<NewSignIn, 'device'> {
  /** Where the password was tried; absent when it was none. */
  place?: AttemptKey
}

/** Signs a person in who has proved who they are, and writes it down. */
export async function signIn(
  { db, now }: AccountsContext,
  user: { id: string },
  origin: Origin,
  { place, ...details }: SignInOptions = {},
): Promise<LoginData> {
  const at = now()
  const { device, requestId, addressBlock } = origin
  const made = await db.transaction(async (trx) => {
    const token = await insertSignIn(trx, user, at, { ...details, device })
    if (place) await recordPasswordSuccess(trx, place, at)
    await appendAudit(trx, { at, actorId: user.id, action: 'sign_in', requestId, addressBlock })
    return token
  })
  return toLoginData(db.kysely, made, at)
}

/** Writes down that somebody did not get in; which account it was about, when there is one. */
export async function auditRefusedSignIn(
  { db, now }: AccountsContext,
  user: { id: string } | undefined,
  { requestId, addressBlock }: Origin,
): Promise<void> {
  await appendAudit(db.kysely, {
    at: now(),
    actorId: null,
    action: 'sign_in.refused',
    ...(user && { module: 'users', rowId: user.id }),
    requestId,
    addressBlock,
  })
}

/** Compares a password with a kept hash; the tries at it are counted. @throws Refusal `rate.limited` */
export async function isRightPassword(
  { db, now, hasRateLimits }: AccountsContext,
  place: AttemptKey,
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const compare = (): Promise<boolean> => isPassword(password, hash)
  return hasRateLimits ? comparePasswordLimited(db.kysely, place, now(), compare) : compare()
}

/** Names tries by the account, however it was named, or by the name that no account has. */
export function getAttemptKey(
  { secrets }: AccountsContext,
  user: { id: string } | undefined,
  login: string,
  { addressBlock }: Origin,
): AttemptKey {
  const name = user ? `account ${user.id}` : `login ${normalizeLogin(login)}`
  return {
    account: secrets.hmac('password tries', name),
    place: secrets.hmac('password tries', `${name} from ${addressBlock}`),
  }
}
