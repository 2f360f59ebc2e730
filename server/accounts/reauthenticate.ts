import { createHttpError, type HttpError } from '#server/errors.ts'
import type { AccountsContext, OriginWithDevice } from './accounts-context.ts'
import { isRightPassword, createAttemptKeys } from './sign-in.ts'
import { getSignIn } from './sign-ins.ts'
import { getUser } from './users.ts'

/** How long a sign-in, or a code sent to the phone, counts as proof of identity. */
const proofTtlMs = 10 * 60_000

/**
 * Requires the caller to prove their identity before an action that cannot be undone. Otherwise anybody with the phone
 * or the token for a moment could perform it. The proof is a sign-in of the last ten minutes, or the password.
 * @returns the id of the account
 * @throws HttpError `validation.failed` on `login_pwd`; `rate.limited` after too many wrong ones
 */
export async function requireReauthentication(
  context: AccountsContext,
  request: OriginWithDevice & { authorization: string | undefined; password: string | undefined },
): Promise<string> {
  const { db, now } = context
  const signIn = await getSignIn(db.kysely, request.authorization)
  if (isRecentlyProven(signIn, now())) return signIn.user_id
  const user = await getUser(db.kysely, signIn.user_id)
  if (!request.password) throw createProofError('account.password_needed')
  const attemptKeys = createAttemptKeys(context, user, user.login_name, request)
  if (!(await isRightPassword(context, attemptKeys, request.password, user.password_hash)))
    throw createProofError('account.password_wrong')
  return user.id
}

/** Checks whether the caller signed in or entered a code within the last ten minutes, so that they need no password. */
export async function hasRecentProof(
  { db, now }: Pick<AccountsContext, 'db' | 'now'>,
  authorization: string | undefined,
): Promise<boolean> {
  return isRecentlyProven(await getSignIn(db.kysely, authorization), now())
}

/** A time in the future counts too, as far as one in the past: the clock was set back since. */
function isRecentlyProven(signIn: { created_at: string; verified_at: string | null }, now: Date): boolean {
  return [signIn.created_at, signIn.verified_at].some(
    (instant) => instant !== null && Math.abs(now.getTime() - Date.parse(instant)) < proofTtlMs,
  )
}

/** Creates an error at the password field. @param key key of its text */
function createProofError(key: string): HttpError {
  return createHttpError('validation.failed', { fields: [{ path: 'login_pwd', key }] })
}
