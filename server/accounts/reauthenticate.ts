import { createHttpError, type HttpError } from '#server/errors.ts'
import type { AccountsContext, Origin } from './accounts-context.ts'
import { isRightPassword, getAttemptKey } from './sign-in.ts'
import { getSignIn } from './sign-ins.ts'
import { getUser } from './users.ts'

/** How long after a sign-in, or a code sent to the phone, nobody is asked again who they are (security.md 2). */
const freshForMs = 10 * 60_000

/**
 * Holds a caller to proving who they are once more before something that cannot be undone: whoever has a phone or a
 * token for a moment must not be able to do it. A sign-in of the last ten minutes is proof, or the password.
 * @returns the account's id
 * @throws Refusal `validation.failed` on `login_pwd`; `rate.limited` after too many wrong ones
 */
export async function requireReauthentication(
  context: AccountsContext,
  request: Origin & { authorization: string | undefined; password: string | undefined },
): Promise<string> {
  const { db, now } = context
  const signIn = await getSignIn(db.kysely, request.authorization)
  if (isFresh(signIn, now())) return signIn.user_id
  const user = await getUser(db.kysely, signIn.user_id)
  if (!request.password) throw createProofError('account.password_needed')
  const attemptKey = getAttemptKey(context, user, user.login_name, request)
  if (!(await isRightPassword(context, attemptKey, request.password, user.password_hash)))
    throw createProofError('account.password_wrong')
  return user.id
}

/** Whether a caller has proven who they are a moment ago: by signing in, or by a code sent to the phone. */
export async function hasFreshProof(
  { db, now }: Pick<AccountsContext, 'db' | 'now'>,
  authorization: string | undefined,
): Promise<boolean> {
  return isFresh(await getSignIn(db.kysely, authorization), now())
}

function isFresh(signIn: { created_at: string; verified_at: string | null }, now: Date): boolean {
  return [signIn.created_at, signIn.verified_at].some(
    (instant) => instant !== null && Math.abs(now.getTime() - Date.parse(instant)) < freshForMs,
  )
}

function createProofError(key: string): HttpError {
  return createHttpError('validation.failed', { fields: [{ path: 'login_pwd', key }] })
}
