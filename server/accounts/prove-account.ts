import { refuse, type Refusal } from '#server/http/refusal.ts'
import type { AccountsContext, Origin } from './accounts-context.ts'
import { isRightPassword, tryPlace } from './sign-in.ts'
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
export async function proveAccount(
  context: AccountsContext,
  request: Origin & { authorization: string | undefined; password: string | undefined },
): Promise<string> {
  const { db, now } = context
  const signIn = await getSignIn(db.kysely, request.authorization)
  const isFresh = (instant: string | null) =>
    instant !== null && Math.abs(now().getTime() - Date.parse(instant)) < freshForMs
  if (isFresh(signIn.created_at) || isFresh(signIn.verified_at)) return signIn.user_id
  const user = await getUser(db.kysely, signIn.user_id)
  if (!request.password) throw refuseProof('account.password_needed')
  const place = tryPlace(context, user, user.login_name, request)
  if (!(await isRightPassword(context, place, request.password, user.password_hash)))
    throw refuseProof('account.password_wrong')
  return user.id
}

function refuseProof(key: string): Refusal {
  return refuse('validation.failed', { fields: [{ path: 'login_pwd', key }] })
}
