import type { ChangePasswordBody } from '#contract/api.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Locale } from '#contract/locale.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { createHttpError } from '#server/errors.ts'
import { enqueueAccountMessage } from './account-messages.ts'
import type { AccountsContext, Origin } from './accounts-context.ts'
import { verifyCode, type CodeAttempt } from './codes.ts'
import { hashPassword } from './password-hash.ts'
import { normalizePassword, passwordCharacters } from '#contract/password.ts'
import { findPasswordIssue } from './password-rules.ts'
import { isRightPassword, getAttemptKey } from './sign-in.ts'
import { endSignIns, getSignIn } from './sign-ins.ts'
import { getUser, lockUser, type User } from './users.ts'

/** How long after a code sent to the phone a password may be set without the old one (security.md 2). */
const verificationTtlMs = 10 * 60_000

/** Who asks for it, and in which language they are told. */
export interface PasswordRequest extends Origin {
  authorization: string | undefined
  locale: Locale
}

/**
 * Sets a first password, changes one, or replaces a forgotten one: with the old one, with a code, or within ten minutes of
 * a sign-in by code. Ends all other sign-ins of the person and tells them.
 * @throws Refusal `validation.failed` with the fields; `rate.limited` after too many wrong old passwords
 */
export async function changePassword(
  context: AccountsContext,
  body: ChangePasswordBody,
  request: PasswordRequest,
): Promise<void> {
  const { db } = context
  const signIn = await getSignIn(db.kysely, request.authorization)
  const user = await getUser(db.kysely, signIn.user_id)
  requireNoIssues(findFieldIssues(body, user))
  requireNoIssues(await findProofIssues(context, body, { user, signIn }, request))
  const passwordHash = await hashPassword(body.new_pwd)
  await storePassword(context, user, passwordHash, request)
}

function findFieldIssues({ new_pwd, repeat_pwd }: ChangePasswordBody, user: User): FieldIssue[] {
  const fault = findPasswordIssue(new_pwd, [user.login_name, user.display_name, user.mobile, user.email])
  const issues: FieldIssue[] = []
  if (fault) issues.push({ path: 'new_pwd', key: fault, params: passwordCharacters })
  if (normalizePassword(new_pwd) !== normalizePassword(repeat_pwd))
    issues.push({ path: 'repeat_pwd', key: 'password.not_repeated' })
  return issues
}

/** An account, and the sign-in by which it is used. */
interface SignedInUser {
  user: User
  signIn: { verified_at: string | null }
}

/** Whoever holds a phone or a token for a moment must not be able to take the account over. */
async function findProofIssues(
  context: AccountsContext,
  { old_pwd, captcha: code, challenge }: ChangePasswordBody,
  { user, signIn: { verified_at } }: SignedInUser,
  request: PasswordRequest,
): Promise<FieldIssue[]> {
  if (verified_at !== null && context.now().getTime() - Date.parse(verified_at) < verificationTtlMs) return []
  if (old_pwd) {
    const attemptKey = getAttemptKey(context, user, user.login_name, request)
    const isRight = await isRightPassword(context, attemptKey, old_pwd, user.password_hash)
    return isRight ? [] : [{ path: 'old_pwd', key: 'password.wrong' }]
  }
  if (!code) return [{ path: 'old_pwd', key: 'password.proof_needed' }]
  const isRight = await redeemOwnCode(context, user, { code, challenge }, request)
  return isRight ? [] : [{ path: 'captcha', key: 'sign_in.code_refused' }]
}

/** A right code proves who it is for the next minutes too: what fails after it does not need another one. */
async function redeemOwnCode(
  { db, secrets, now }: AccountsContext,
  { mobile }: User,
  typed: Pick<CodeAttempt, 'code' | 'challenge'>,
  { authorization }: PasswordRequest,
): Promise<boolean> {
  if (mobile === null) return false
  const at = now()
  return db.transaction(async (trx) => {
    if (!(await verifyCode(trx, secrets, { ...typed, mobile, purpose: 'password', now: at }))) return false
    const { token_hash } = await getSignIn(trx, authorization)
    const verified = trx.updateTable('sign_ins').set({ verified_at: toInstant(at) })
    await verified.where('token_hash', '=', token_hash).execute()
    return true
  })
}

/** All of it or nothing; of two changes at the same moment one is done, since the other was proven by what is gone. */
async function storePassword(
  { db, secrets, now, wakeMessages }: AccountsContext,
  before: User,
  passwordHash: string,
  { authorization, locale, requestId, addressBlock }: PasswordRequest,
): Promise<void> {
  const at = toInstant(now())
  const { id } = before
  await db.transaction(async (trx) => {
    const user = await lockUser(trx, id)
    const signIn = await getSignIn(trx, authorization)
    if (user?.password_hash !== before.password_hash) throw createHttpError('sign_in.required')
    const changed = trx.updateTable('users').set({ password_hash: passwordHash, updated_at: at })
    await changed.where('id', '=', id).execute()
    await endSignIns(trx, id, { except: signIn.token_hash })
    const used = trx.updateTable('sign_ins').set({ verified_at: null })
    await used.where('token_hash', '=', signIn.token_hash).execute()
    const message = { user, template: 'password_changed', locale, now: now() } as const
    await enqueueAccountMessage(trx, secrets, message)
    const audit = { module: 'users', rowId: id, fields: ['password'], requestId, addressBlock }
    await appendAudit(trx, { at, actorId: id, action: 'password.changed', ...audit })
  })
  wakeMessages()
}

function requireNoIssues(fields: FieldIssue[]): void {
  if (fields.length > 0) throw createHttpError('validation.failed', { fields })
}
