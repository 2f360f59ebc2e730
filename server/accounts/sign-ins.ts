import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { LoginData, Role } from '#contract/api.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import { hashToken, isToken, createToken } from './opaque-token.ts'
import { readGrants } from './account-permissions.ts'
import { findPendingStep, owesSecondFactor } from './second-factor/pending-step.ts'
import { lockUser } from './users.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long a token is valid: without a use, and in all. */
interface SignInLifetime {
  idleMs: number
  absoluteMs: number
}

/** For users whose sign-ins open only their own data. */
const participantLifetime: SignInLifetime = { idleMs: 12 * hourMs, absoluteMs: 7 * dayMs }
const persistentLifetime: SignInLifetime = { idleMs: 30 * dayMs, absoluteMs: 60 * dayMs }

/**
 * By role: `usual` for a sign-in, and `persistent` for one that its user made persistent. Organisers have no persistent
 * one, because their sign-ins open the data of other people.
 */
const lifetimes: Record<Role, { usual: SignInLifetime; persistent: SignInLifetime | undefined }> = {
  applicant: { usual: participantLifetime, persistent: persistentLifetime },
  participant: { usual: participantLifetime, persistent: persistentLifetime },
  staff: { usual: participantLifetime, persistent: persistentLifetime },
  organiser: { usual: { idleMs: 2 * hourMs, absoluteMs: 12 * hourMs }, persistent: undefined },
}

/** Gets how long sign-ins of a user last. Permissions decide: staff with a grant sign in as organisers do. */
export function getLifetimes(user: Pick<Selectable<Tables['users']>, 'role' | 'grants'>) {
  return lifetimes[readGrants(user).length > 0 ? 'organiser' : user.role]
}

/**
 * Sign-ins of a user at the same time; one more ends the least recently used. Partial sign-ins, which owe the second
 * factor, are counted apart.
 */
const maxSignIns = 20

/** The last use is written once per interval: a write at every request would cost more than the request. */
const minTouchIntervalMs = minuteMs

/**
 * A sign-in may have been created this far in the future: the clock was corrected since. One from further in the future
 * was created under a wrong clock and would last too long.
 */
const clockSkewMs = 2 * hourMs

/** Details of a new sign-in besides the user. */
export interface NewSignIn {
  /** Result of `readDevice` for the request. */
  device?: string
  /** True when a code sent to the phone has just proved the identity. */
  isVerified?: boolean
  /** The hash that the password matched. The sign-in fails when the account has another hash by then. */
  passwordHash?: string
}

/**
 * Creates a sign-in, in the transaction of the caller. It locks the account, so a concurrent block or password change
 * ends this sign-in too.
 * @returns the new token, of which only the hash is stored
 * @throws HttpError `sign_in.refused` when the account is blocked, deleted or has another password
 */
export async function insertSignIn(
  trx: Kysely<Tables>,
  { id }: { id: string },
  now: Date,
  { device = '', isVerified = false, passwordHash }: NewSignIn = {},
): Promise<string> {
  const user = await lockUser(trx, id)
  const isPasswordOutdated = passwordHash !== undefined && user?.password_hash !== passwordHash
  if (!user || user.blocked_at !== null || isPasswordOutdated) throw createHttpError('sign_in.refused')
  const token = createToken()
  const at = toInstant(now)
  await trx
    .insertInto('sign_ins')
    .values({
      token_hash: hashToken(token),
      id: randomUUID(),
      user_id: id,
      is_kept: false,
      device,
      verified_at: isVerified ? at : null,
      created_at: at,
      last_used_at: at,
      expires_at: toInstant(new Date(now.getTime() + getLifetimes(user).usual.absoluteMs)),
    })
    .execute()
  await deleteOldestSignIns(trx, id, hashToken(token))
  return token
}

/**
 * Deletes the least recently used sign-ins above the limit. A new partial sign-in, for which the password is enough,
 * ends only other partial ones.
 * @param newestHash `token_hash` of the sign-in that was just created or completed
 */
export async function deleteOldestSignIns(
  trx: Kysely<Tables>,
  userId: string,
  newestHash: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('sign_ins')
    .leftJoin('second_factors', 'second_factors.user_id', 'sign_ins.user_id')
    .select(['sign_ins.token_hash', 'sign_ins.second_factor_at', 'second_factors.confirmed_at'])
    .where('sign_ins.user_id', '=', userId)
    .orderBy('sign_ins.last_used_at', 'desc')
    .execute()
  const newestRow = rows.find(({ token_hash }) => token_hash === newestHash)
  // Partial sign-ins compete with partial ones only, complete ones with complete ones.
  const oldestHashes = rows
    .filter(
      (row) =>
        row.token_hash !== newestHash && owesSecondFactor(row) === (newestRow && owesSecondFactor(newestRow)),
    )
    // The newest sign-in is one of the limit and was left out above.
    .slice(maxSignIns - 1)
    .map(({ token_hash }) => token_hash)
  if (oldestHashes.length > 0)
    await trx.deleteFrom('sign_ins').where('token_hash', 'in', oldestHashes).execute()
}

/**
 * Finds the row of the sign-in of a request, with role and grants of its user. It checks neither expiry nor a block,
 * which the permission check (`findCaller`) did before the handler runs.
 * @returns undefined when the row was deleted since, and for a caller without a sign-in, such as the operator
 */
export async function findSignIn(kysely: Kysely<Tables>, authorization: string | undefined) {
  const token = parseToken(authorization ?? '')
  if (token === undefined) return undefined
  return kysely
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .selectAll('sign_ins')
    .select(['users.role', 'users.grants'])
    .where('sign_ins.token_hash', '=', hashToken(token))
    .executeTakeFirst()
}

/**
 * Gets the same row as {@link findSignIn}, for handlers that only a signed-in user reaches. Inside a transaction that
 * locked the user, it makes sure that nobody ended the sign-in while the request was running.
 * @throws HttpError `sign_in.required` when the row was deleted
 */
export async function getSignIn(kysely: Kysely<Tables>, authorization: string | undefined) {
  const signIn = await findSignIn(kysely, authorization)
  if (!signIn) throw createHttpError('sign_in.required')
  return signIn
}

/**
 * Deletes all sign-ins of a user.
 * @param except `token_hash` of a sign-in that stays
 */
export async function endSignIns(
  kysely: Kysely<Tables>,
  userId: string,
  { except }: { except?: string } = {},
): Promise<void> {
  const deletion = kysely.deleteFrom('sign_ins').where('user_id', '=', userId)
  await (except === undefined ? deletion : deletion.where('token_hash', '<>', except)).execute()
}

/** Deletes the sign-in of a token. */
export async function deleteSignIn(kysely: Kysely<Tables>, authorization: string): Promise<void> {
  const token = parseToken(authorization)
  if (token) await kysely.deleteFrom('sign_ins').where('token_hash', '=', hashToken(token)).execute()
}

/**
 * Finds the user of a token; undefined when the token is unknown or expired, or the account is blocked. Role and
 * permissions are the current ones. When the second factor is still missing, the permission check allows only its
 * endpoints.
 * @param authorization the token alone, or after `Bearer`
 */
export async function findCaller(
  kysely: Kysely<Tables>,
  authorization: string,
  now: Date,
): Promise<UserCaller | undefined> {
  const token = parseToken(authorization)
  return token === undefined ? undefined : findCallerAndTouch(kysely, hashToken(token), now)
}

/** Finds the user of a sign-in by its `token_hash`; undefined while the second factor is missing. */
export async function findCallerBySignIn(
  kysely: Kysely<Tables>,
  tokenHash: string,
  now: Date,
): Promise<UserCaller | undefined> {
  return omitPartial(await findCallerAndTouch(kysely, tokenHash, now))
}

/** Describes a new sign-in: its token, and the step that is missing. */
export async function toLoginData(kysely: Kysely<Tables>, token: string, now: Date): Promise<LoginData> {
  const caller = await findCaller(kysely, token, now)
  return { token, ...(caller?.pendingStep && { secondFactor: caller.pendingStep }) }
}

/** Finds the caller by `token_hash` and records the use of the sign-in, which postpones its idle expiry. */
async function findCallerAndTouch(
  kysely: Kysely<Tables>,
  tokenHash: string,
  now: Date,
): Promise<UserCaller | undefined> {
  const signIn = await findValidSignIn(kysely, tokenHash, now)
  if (!signIn) return undefined
  await updateLastUse(kysely, tokenHash, signIn.last_used_at, now)
  return toCaller(kysely, signIn)
}

/** Replaces a caller whose sign-in still needs a step by undefined. */
function omitPartial(caller: UserCaller | undefined): UserCaller | undefined {
  return caller?.pendingStep ? undefined : caller
}

/** The sign-in of a long-lived response, such as an event stream. */
export interface WatchedSignIn {
  /** Hash of the token: the same with and without `Bearer` before the token. */
  id: string
  /**
   * Finds the current user; undefined while a needed second factor is missing. The lookup does not count as a use: an
   * open stream must not extend a sign-in.
   */
  findCaller(): Promise<UserCaller | undefined>
}

/** Creates a watcher for the sign-in of a request. @returns undefined when the header contains no token */
export function watchSignIn(
  kysely: Kysely<Tables>,
  authorization: string,
  now: () => Date,
): WatchedSignIn | undefined {
  const token = parseToken(authorization)
  if (token === undefined) return undefined
  const id = hashToken(token)
  return {
    id,
    findCaller: async () => {
      const signIn = await findValidSignIn(kysely, id, now())
      return signIn && omitPartial(await toCaller(kysely, signIn))
    },
  }
}

/** Prepared, because every request of a signed-in user runs it. */
const signInQuery = prepareQuery((kysely, { tokenHash }: { tokenHash: string }) =>
  kysely
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'sign_ins.user_id')
    .select(['users.id', 'users.role', 'users.is_administrator', 'users.grants', 'users.blocked_at'])
    .select(['sign_ins.created_at', 'sign_ins.last_used_at', 'sign_ins.expires_at', 'sign_ins.is_kept'])
    .select(['sign_ins.second_factor_at', 'second_factors.confirmed_at'])
    .where('sign_ins.token_hash', '=', tokenHash)
    .compile(),
)

/** A valid sign-in with the permissions of its user, as {@link findValidSignIn} reads it. */
type SignInWithUser = NonNullable<Awaited<ReturnType<typeof findValidSignIn>>>

/**
 * Finds a sign-in for the permission check: neither expired nor of a blocked account. Handlers that need more of its
 * row call {@link findSignIn} or {@link getSignIn} afterwards.
 */
async function findValidSignIn(kysely: Kysely<Tables>, tokenHash: string, now: Date) {
  const [signIn] = await signInQuery.run(kysely, { tokenHash })
  return !signIn || signIn.blocked_at !== null || isExpired(signIn, now) ? undefined : signIn
}

async function toCaller(kysely: Kysely<Tables>, signIn: SignInWithUser): Promise<UserCaller> {
  const { id, role } = signIn
  const isAdministrator = Boolean(signIn.is_administrator)
  const caller: UserCaller = { kind: 'user', id, role, isAdministrator, grants: readGrants(signIn) }
  const pendingStep = await findPendingStep(kysely, caller, signIn)
  return { ...caller, ...(pendingStep && { pendingStep }) }
}

/**
 * Checks whether a sign-in has expired. A role or grant with shorter lifetimes also shortens open sign-ins, persistent
 * ones included.
 */
export function isExpired(
  signIn: Pick<Selectable<Tables['sign_ins']>, 'created_at' | 'last_used_at' | 'expires_at' | 'is_kept'> &
    Pick<Selectable<Tables['users']>, 'role' | 'grants'>,
  now: Date,
): boolean {
  const { usual, persistent } = getLifetimes(signIn)
  const { idleMs, absoluteMs } = (signIn.is_kept && persistent) || usual
  const nowMs = now.getTime()
  return (
    nowMs < Date.parse(signIn.created_at) - clockSkewMs ||
    nowMs >= Date.parse(signIn.expires_at) ||
    nowMs >= Date.parse(signIn.created_at) + absoluteMs ||
    nowMs >= Date.parse(signIn.last_used_at) + idleMs
  )
}

async function updateLastUse(
  kysely: Kysely<Tables>,
  tokenHash: string,
  lastUsedAt: string,
  now: Date,
): Promise<void> {
  if (now.getTime() - Date.parse(lastUsedAt) < minTouchIntervalMs) return
  try {
    await kysely
      .updateTable('sign_ins')
      .set({ last_used_at: toInstant(now) })
      .where('token_hash', '=', tokenHash)
      .execute()
  } catch {
    // While the database refuses writes, users can still read; the next request tries again.
  }
}

/** Gets the token of an `Authorization` header; undefined when it has not the form of one. */
function parseToken(authorization: string): string | undefined {
  const token = authorization.trim().replace(/^Bearer\s+/i, '')
  return isToken(token) ? token : undefined
}
