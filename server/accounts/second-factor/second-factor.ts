import type { Kysely } from 'kysely'
import type { Locale } from '#contract/locale.ts'
import type { AccountSecondFactor, SecondFactorSetup, SecondFactorState } from '#contract/api.ts'
import { forumSetting, type ForumSetting } from '#contract/forum.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { isEmployee } from '#server/http/permission.ts'
import { createHttpError, type HttpError } from '#server/errors.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { readSetting } from '#server/db/settings.ts'
import { enqueueAccountMessage } from '../account-messages.ts'
import type { AccountsContext, OriginWithDevice } from '../accounts-context.ts'
import { requireReauthentication } from '../reauthenticate.ts'
import { endSignIns, getSignIn } from '../sign-ins.ts'
import { getUser, lockUser } from '../users.ts'
import { isSecondFactorRequired } from './pending-step.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { createTotpSecret, findTotpStep, formatTotpUri } from './totp.ts'
import type { ChangedBy } from '../user-state.ts'

/** How long after its creation a secret can be confirmed: time to find and install an authenticator app. */
const confirmWithinMs = 30 * 60_000

/** A request about a second factor: of the caller, or, in the administration, of another user. */
export interface SecondFactorRequest extends OriginWithDevice {
  caller: UserCaller
  /** Header of the request, with the token of its sign-in. */
  authorization: string | undefined
  /** Language of the message about a change of the caller's own second factor. */
  locale: Locale
}

/** A request whose caller must prove their identity again (`requireReauthentication`). */
export interface RequestToProve extends SecondFactorRequest {
  /** May be undefined within ten minutes of the sign-in or of a code, which is proof enough. */
  password: string | undefined
}

/** Reads the state of the caller's second factor. */
export async function readSecondFactor(
  { db }: AccountsContext,
  caller: UserCaller,
): Promise<SecondFactorState> {
  const state = await readUserSecondFactor(db.kysely, caller.id)
  const isRequired = await isSecondFactorRequired(db.kysely, caller)
  return { ...state, isRequired, canSetUp: isEmployee(caller) }
}

/** Reads the state of the second factor of an account. */
export async function readUserSecondFactor(
  kysely: Kysely<Tables>,
  userId: string,
): Promise<AccountSecondFactor> {
  const isOn = (await findSecondFactor(kysely, userId)) !== undefined
  return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(kysely, userId) : 0 }
}

/** Finds the confirmed second factor of an account. */
export async function findSecondFactor(kysely: Kysely<Tables>, userId: string) {
  return kysely
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/**
 * Creates a secret for the caller. It replaces one that was not confirmed.
 * @throws HttpError `not_found` when the caller does not work in the console, `second_factor.on`, `validation.failed`
 * without proof
 */
export async function startSetup(
  context: AccountsContext,
  request: RequestToProve,
): Promise<SecondFactorSetup> {
  const { db, secrets, now } = context
  const userId = request.caller.id
  if (!isEmployee(request.caller)) throw createHttpError('not_found')
  await requireNoSecondFactor(db.kysely, userId)
  await requireReauthentication(context, request)
  const secret = createTotpSecret()
  const { login_name } = await db.transaction(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user) throw createHttpError('sign_in.required')
    await requireNoSecondFactor(trx, userId)
    const secretColumns = {
      sealed_secret: secrets.seal(secret, formatSealContext(userId)),
      created_at: toInstant(now()),
    }
    await trx
      .insertInto('second_factors')
      .values({ ...secretColumns, user_id: userId, last_step: null, confirmed_at: null })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(secretColumns))
      .execute()
    return user
  })
  const forum = await readSetting<ForumSetting>(db.kysely, 'forum')
  // Name of the forum that the authenticator app shows; the default stands in for a language without one.
  const issuer = { ...forumSetting.shortName, ...forum?.shortName }[request.locale]
  return { secret, uri: formatTotpUri(secret, issuer, login_name) }
}

/**
 * Confirms the new secret of the caller by a code that was made with it. This sign-in stays; all others end.
 * @returns recovery codes, which are never shown again
 * @throws HttpError `validation.failed` on `code`; `second_factor.off` without a secret from the last half hour
 */
export async function confirmSetup(
  { db, secrets, now, wakeMessages }: AccountsContext,
  code: string,
  request: SecondFactorRequest,
): Promise<string[]> {
  const at = now()
  const userId = request.caller.id
  const codes = await db.transaction(async (trx) => {
    const user = await lockUser(trx, userId)
    const { token_hash } = await getSignIn(trx, request.authorization)
    await requireNoSecondFactor(trx, userId)
    const setup = await trx
      .selectFrom('second_factors')
      .select('sealed_secret')
      .where('user_id', '=', userId)
      .where('created_at', '>', toInstant(at.getTime() - confirmWithinMs))
      .executeTakeFirst()
    if (!setup || !user) throw createHttpError('second_factor.off')
    const step = findTotpStep(unsealSecret(secrets, userId, setup.sealed_secret), normalizeTotp(code), at)
    if (step === undefined) throw createWrongCodeError()
    await trx
      .updateTable('second_factors')
      .set({ last_step: step, confirmed_at: toInstant(at) })
      .where('user_id', '=', userId)
      .execute()
    await completeSignIn(trx, token_hash, at)
    await endSignIns(trx, userId, { except: token_hash })
    const message = { user, template: 'second_factor_set_up', locale: request.locale, now: at } as const
    await enqueueAccountMessage(trx, secrets, message)
    await appendOwnAudit(trx, request, 'second_factor.set_up', at)
    return replaceRecoveryCodes(trx, secrets, userId)
  })
  wakeMessages()
  return codes
}

/**
 * Replaces the recovery codes of the caller.
 * @throws HttpError `validation.failed` without proof, `second_factor.off`
 */
export async function renewRecoveryCodes(
  context: AccountsContext,
  request: RequestToProve,
): Promise<string[]> {
  const { db, secrets, now } = context
  const userId = await requireReauthentication(context, request)
  return db.transaction(async (trx) => {
    await lockUser(trx, userId)
    // Throws when the sign-in ended during the request, for example because the password was changed elsewhere.
    await getSignIn(trx, request.authorization)
    if (!(await findSecondFactor(trx, userId))) throw createHttpError('second_factor.off')
    await appendOwnAudit(trx, request, 'second_factor.codes', now())
    return replaceRecoveryCodes(trx, secrets, userId)
  })
}

/**
 * Removes the second factor of the caller. This sign-in stays; all others end.
 * @throws HttpError `second_factor.needed` while the setting requires it, `validation.failed` without proof
 */
export async function removeSecondFactor(context: AccountsContext, request: RequestToProve): Promise<void> {
  const { db, secrets, now, wakeMessages } = context
  const { caller, locale, authorization } = request
  if (await isSecondFactorRequired(db.kysely, caller)) throw createHttpError('second_factor.needed')
  const user = await getUser(db.kysely, await requireReauthentication(context, request))
  const at = now()
  await db.transaction(async (trx) => {
    await lockUser(trx, user.id)
    const { token_hash } = await getSignIn(trx, authorization)
    if (!(await deleteSecondFactor(trx, user.id))) return
    await endSignIns(trx, user.id, { except: token_hash })
    await enqueueAccountMessage(trx, secrets, { user, template: 'second_factor_removed', locale, now: at })
    await appendOwnAudit(trx, request, 'second_factor.removed', at)
  })
  wakeMessages()
}

/** Deletes the second factor of an account with its recovery codes. @returns false when none was confirmed */
async function deleteSecondFactor(trx: Kysely<Tables>, userId: string): Promise<boolean> {
  const isOn = (await findSecondFactor(trx, userId)) !== undefined
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  return isOn
}

/** Records that the user passed the second factor in this sign-in, which is complete now. */
export async function completeSignIn(trx: Kysely<Tables>, tokenHash: string, at: Date): Promise<void> {
  await trx
    .updateTable('sign_ins')
    .set({ second_factor_at: toInstant(at) })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Decrypts a stored secret. @returns base32 @throws UnsealError */
export function unsealSecret(secrets: Secrets, userId: string, sealed: string): string {
  return secrets.unseal(sealed, formatSealContext(userId))
}

/** Normalizes six digits as users and apps write them: full width, or in two groups, `123 456` or `123-456`. */
export function normalizeTotp(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '')
}

/** Creates the error for a wrong, used or late code, reported at the field `code`. */
export function createWrongCodeError(): HttpError {
  return createHttpError('validation.failed', { fields: [{ path: 'code', key: 'second_factor.wrong' }] })
}

async function requireNoSecondFactor(kysely: Kysely<Tables>, userId: string): Promise<void> {
  if (await findSecondFactor(kysely, userId)) throw createHttpError('second_factor.on')
}

/** Writes an audit entry about a change of the caller's own second factor. */
async function appendOwnAudit(
  trx: Kysely<Tables>,
  request: SecondFactorRequest,
  action: string,
  at: Date,
): Promise<void> {
  const { requestId, clientAddress, caller } = request
  const audit = { actorId: caller.id, module: 'users', rowId: caller.id, requestId, clientAddress }
  await appendAudit(trx, { at, action, ...audit })
}

/** Names the column where a secret is stored: a secret copied to another account cannot be unsealed. */
const formatSealContext = (userId: string): string => `second_factors ${userId} sealed_secret`

/**
 * Removes the second factor of a user who lost it, for an administrator in the console. The command line calls
 * {@link resetSecondFactor}, and users remove their own by {@link removeSecondFactor}.
 * @throws HttpError `action.own` for the own account, `not_found`, `validation.failed` without proof
 */
export async function resetUserSecondFactor(
  context: AccountsContext,
  request: RequestToProve,
  userId: string,
): Promise<void> {
  const { db, secrets, now, wakeMessages } = context
  if (userId === request.caller.id) throw createHttpError('action.own')
  const actorId = await requireReauthentication(context, request)
  const { requestId, clientAddress } = request
  const by = { actorId, requestId, clientAddress }
  const isFound = await db.transaction((trx) => resetSecondFactor(trx, secrets, { userId, now: now(), by }))
  if (!isFound) throw createHttpError('not_found')
  wakeMessages()
}

/**
 * Removes the second factor of an account, in the transaction of the caller: its sign-ins end, and the user is
 * informed. It is no error when there is none.
 * @returns false when there is no such account
 */
export async function resetSecondFactor(
  trx: Kysely<Tables>,
  secrets: Secrets,
  { userId, now, by }: { userId: string; now: Date; by: ChangedBy & { clientAddress?: string } },
): Promise<boolean> {
  const user = await lockUser(trx, userId)
  if (!user) return false
  if (!(await deleteSecondFactor(trx, userId))) return true
  await endSignIns(trx, userId)
  await enqueueAccountMessage(trx, secrets, { user, template: 'second_factor_removed', now })
  await appendAudit(trx, { at: now, ...by, action: 'second_factor.reset', module: 'users', rowId: userId })
  return true
}
