import type { ChangePasswordBody } from '#contract/api.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Locale } from '#contract/locale.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { createHttpError } from '#server/errors.ts'
import { enqueueAccountMessage } from './account-messages.ts'
import type { AccountsContext, OriginWithDevice } from './accounts-context.ts'
import { verifyCode, type CodeAttempt } from './codes.ts'
import { hashPassword } from './password-hash.ts'
import { normalizePassword, passwordCharacters } from '#contract/password.ts'
import { findPasswordIssue } from './password-rules.ts'
import { isRightPassword, createAttemptKeys } from './sign-in.ts'
import { endSignIns, getSignIn } from './sign-ins.ts'
import { getUser, lockUser, type User } from './users.ts'

/** How long after entering a code from a text message users can set a password without the old one. */
const verificationTtlMs = 10 * 60_000

/** The request for a new password, without its body. */
export interface PasswordRequest extends OriginWithDevice {
  /** Header of the request, with the token of its sign-in. */
  authorization: string | undefined
  /** Language of the message that informs the user. */
  locale: Locale
}

/**
 * Sets a first password, changes one, or replaces a forgotten one. The proof is the old password, a code, or a sign-in
 * by code in the last ten minutes. Ends all other sign-ins of the user and informs them.
 * @throws HttpError `validation.failed` with the fields; `rate.limited` after too many wrong old passwords
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

/** Checks the new password and its repetition. */
function findFieldIssues({ new_pwd, repeat_pwd }: ChangePasswordBody, user: User): FieldIssue[] {
  const issue = findPasswordIssue(new_pwd, [user.login_name, user.display_name, user.mobile, user.email])
  const issues: FieldIssue[] = []
  if (issue) issues.push({ path: 'new_pwd', key: issue, params: passwordCharacters })
  if (normalizePassword(new_pwd) !== normalizePassword(repeat_pwd))
    issues.push({ path: 'repeat_pwd', key: 'password.not_repeated' })
  return issues
}

/** An account with the sign-in of the request. */
interface SignedInUser {
  user: User
  /** `verified_at`: when the user entered a code in this sign-in; null when never. */
  signIn: { verified_at: string | null }
}

/**
 * Checks the proof of identity. Without it, anybody with the phone or the token for a moment could take the account
 * over.
 * @returns the issues of the proof; empty when it is right
 */
async function findProofIssues(
  context: AccountsContext,
  { old_pwd, captcha: code, challenge }: ChangePasswordBody,
  { user, signIn: { verified_at } }: SignedInUser,
  request: PasswordRequest,
): Promise<FieldIssue[]> {
  if (verified_at !== null && context.now().getTime() - Date.parse(verified_at) < verificationTtlMs) return []
  if (old_pwd) {
    const attemptKeys = createAttemptKeys(context, user, user.login_name, request)
    const isRight = await isRightPassword(context, attemptKeys, old_pwd, user.password_hash)
    return isRight ? [] : [{ path: 'old_pwd', key: 'password.wrong' }]
  }
  if (!code) return [{ path: 'old_pwd', key: 'password.proof_needed' }]
  const isRight = await redeemOwnCode(context, user, { code, challenge }, request)
  return isRight ? [] : [{ path: 'captcha', key: 'sign_in.code_refused' }]
}

/**
 * Redeems a code that was sent to the phone of the user. It also counts as proof for the next minutes: when storing the
 * password fails, a retry needs no other code.
 * @returns false for a wrong code, and for an account without a mobile
 */
async function redeemOwnCode(
  { db, secrets, now }: AccountsContext,
  { mobile }: User,
  attempt: Pick<CodeAttempt, 'code' | 'challenge'>,
  { authorization }: PasswordRequest,
): Promise<boolean> {
  if (mobile === null) return false
  const at = now()
  return db.transaction(async (trx) => {
    if (!(await verifyCode(trx, secrets, { ...attempt, mobile, purpose: 'password', now: at }))) return false
    const { token_hash } = await getSignIn(trx, authorization)
    const update = trx.updateTable('sign_ins').set({ verified_at: toInstant(at) })
    await update.where('token_hash', '=', token_hash).execute()
    return true
  })
}

/**
 * Stores the new password in one transaction. Of two concurrent changes one succeeds: the other one was proven by a
 * password that is no longer valid.
 */
async function storePassword(
  { db, secrets, now, wakeMessages }: AccountsContext,
  // Read before the proof: the hash to which the proof belongs.
  { id, password_hash: provenHash }: User,
  passwordHash: string,
  { authorization, locale, requestId, clientAddress }: PasswordRequest,
): Promise<void> {
  const at = toInstant(now())
  await db.transaction(async (trx) => {
    const user = await lockUser(trx, id)
    const signIn = await getSignIn(trx, authorization)
    if (user?.password_hash !== provenHash) throw createHttpError('sign_in.required')
    const passwordUpdate = trx.updateTable('users').set({ password_hash: passwordHash, updated_at: at })
    await passwordUpdate.where('id', '=', id).execute()
    await endSignIns(trx, id, { except: signIn.token_hash })
    // A code or sign-in by code is proof for one change only.
    const proofReset = trx.updateTable('sign_ins').set({ verified_at: null })
    await proofReset.where('token_hash', '=', signIn.token_hash).execute()
    const message = { user, template: 'password_changed', locale, now: now() } as const
    await enqueueAccountMessage(trx, secrets, message)
    const audit = { module: 'users', rowId: id, fields: ['password'], requestId, clientAddress }
    await appendAudit(trx, { at, actorId: id, action: 'password.changed', ...audit })
  })
  wakeMessages()
}

/** @throws HttpError `validation.failed` when there are issues */
function requireNoIssues(fields: FieldIssue[]): void {
  if (fields.length > 0) throw createHttpError('validation.failed', { fields })
}
