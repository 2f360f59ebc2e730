import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { LoginData, Role } from '#contract/api.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { prepareQuery } from '#server/db/prepared-query.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import { hashToken, isToken, newToken } from './opaque-token.ts'
import { readGrants } from './account-permissions.ts'
import { findPendingStep, owesSecondFactor } from './second-factor/pending-step.ts'
import { lockUser } from './users.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long a token is good: unused, and in all (security.md 1). */
interface SignInLifetime {
  idleMs: number
  absoluteMs: number
}

const participantLifetime: SignInLifetime = { idleMs: 12 * hourMs, absoluteMs: 7 * dayMs }
const persistentLifetime: SignInLifetime = { idleMs: 30 * dayMs, absoluteMs: 60 * dayMs }

const lifetimes: Record<Role, { usual: SignInLifetime; kept: SignInLifetime | undefined }> = {
  applicant: { usual: participantLifetime, kept: persistentLifetime },
  participant: { usual: participantLifetime, kept: persistentLifetime },
  staff: { usual: participantLifetime, kept: persistentLifetime },
  organiser: { usual: { idleMs: 2 * hourMs, absoluteMs: 12 * hourMs }, kept: undefined },
}

/** What a person may do decides: a member of staff who works in any module signs in as organisers do. */
export function getLifetimes(user: Pick<Selectable<Tables['users']>, 'role' | 'grants'>) {
  return lifetimes[readGrants(user).length > 0 ? 'organiser' : user.role]
}

/**
 * Devices that a person is signed in on at the same time; with one more the one used longest ago is signed out. Those
 * that owe the second factor are counted apart.
 */
const maxSignIns = 20

/** The last use is written once in this time: a write at every request would cost more than the request. */
const minTouchIntervalMs = minuteMs

/**
 * A clock may be set back this far, as by an hour of summer time. A token from further in the future was made under another clock (FORUM_NOW) and
 * would last too long.
 */
const clockSkewMs = 2 * hourMs

/** What is known of a sign-in beside who signs in. */
export interface NewSignIn {
  /** `readDevice` of the request. */
  device?: string
  /** A code sent to the person's phone has just proved that it is them. */
  isVerified?: boolean
  /** The password hash that was found right; another one by now is another password. */
  passwordHash?: string
}

/**
 * Signs a person in. To be called in a transaction: the account is held,
 * so that whoever blocks it or changes its password at this moment ends this sign-in too.
 * @returns the new token, which is kept nowhere
 * @throws Refusal `sign_in.refused` when the account is blocked or gone, or has another password by now
 */
export async function insertSignIn(
  trx: Kysely<Tables>,
  { id }: { id: string },
  now: Date,
  { device = '', isVerified = false, passwordHash }: NewSignIn = {},
): Promise<string> {
  const user = await lockUser(trx, id)
  const isOld = passwordHash !== undefined && user?.password_hash !== passwordHash
  if (!user || user.blocked_at !== null || isOld) throw createHttpError('sign_in.refused')
  const token = newToken()
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
 * Signs a person out where they were longest ago: sign-ins are never more than somebody has devices. By sign-ins that
 * owe the second factor, which who knows the password alone can make, only others of the kind end.
 * @param newest `token_hash` of the sign-in that was just made, or has just shown its second factor
 */
export async function deleteOldestSignIns(
  trx: Kysely<Tables>,
  userId: string,
  newest: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('sign_ins')
    .leftJoin('second_factors', 'second_factors.user_id', 'sign_ins.user_id')
    .select(['sign_ins.token_hash', 'sign_ins.second_factor_at', 'second_factors.confirmed_at'])
    .where('sign_ins.user_id', '=', userId)
    .orderBy('sign_ins.last_used_at', 'desc')
    .execute()
  const own = rows.find(({ token_hash }) => token_hash === newest)
  const oldest = rows
    .filter((row) => row.token_hash !== newest && owesSecondFactor(row) === (own && owesSecondFactor(own)))
    .slice(maxSignIns - 1)
    .map(({ token_hash }) => token_hash)
  if (oldest.length > 0) await trx.deleteFrom('sign_ins').where('token_hash', 'in', oldest).execute()
}

/** The sign-in that a request is made in, with the person's role and grants; undefined when it has ended. */
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
 * The same.
 * @throws Refusal `sign_in.required` when it has ended meanwhile
 */
export async function getSignIn(kysely: Kysely<Tables>, authorization: string | undefined) {
  const found = await findSignIn(kysely, authorization)
  if (!found) throw createHttpError('sign_in.required')
  return found
}

/** Ends all sign-ins of a person at once, but one when it is named by its `token_hash`. */
export async function endSignIns(
  kysely: Kysely<Tables>,
  userId: string,
  { except }: { except?: string } = {},
): Promise<void> {
  const all = kysely.deleteFrom('sign_ins').where('user_id', '=', userId)
  await (except === undefined ? all : all.where('token_hash', '<>', except)).execute()
}

/** Ends the sign-in of a token at once. */
export async function deleteSignIn(kysely: Kysely<Tables>, authorization: string): Promise<void> {
  const token = parseToken(authorization)
  if (token) await kysely.deleteFrom('sign_ins').where('token_hash', '=', hashToken(token)).execute()
}

/**
 * Finds who a token belongs to: undefined when it is unknown or has run out, or when the account is blocked. Role and
 * rights are those of this moment. The caller may still owe the second factor: the gate holds them to it.
 * @param authorization the token as it is, or after `Bearer`
 */
export async function findCaller(
  kysely: Kysely<Tables>,
  authorization: string,
  now: Date,
): Promise<UserCaller | undefined> {
  const token = parseToken(authorization)
  return token === undefined ? undefined : findCallerAndTouch(kysely, hashToken(token), now)
}

/** Finds who is signed in by a sign-in, named by its `token_hash`; undefined while the second factor is missing. */
export async function findCallerBySignIn(
  kysely: Kysely<Tables>,
  tokenHash: string,
  now: Date,
): Promise<UserCaller | undefined> {
  return omitPartial(await findCallerAndTouch(kysely, tokenHash, now))
}

/** Describes a sign-in that was just made: its token, and what it needs before it is complete. */
export async function toLoginData(kysely: Kysely<Tables>, token: string, now: Date): Promise<LoginData> {
  const caller = await findCaller(kysely, token, now)
  return { token, ...(caller?.pendingStep && { secondFactor: caller.pendingStep }) }
}

async function findCallerAndTouch(
  kysely: Kysely<Tables>,
  tokenHash: string,
  now: Date,
): Promise<UserCaller | undefined> {
  const found = await findSignedIn(kysely, tokenHash, now)
  if (!found) return undefined
  await updateLastUse(kysely, tokenHash, found.last_used_at, now)
  return toCaller(kysely, found)
}

function omitPartial(caller: UserCaller | undefined): UserCaller | undefined {
  return caller?.pendingStep ? undefined : caller
}

/** A sign-in that something open goes on in, as a stream of events. */
export interface WatchedSignIn {
  /** Names the sign-in, however its token is written. */
  id: string
  /** Who is signed in by it now, with a second factor where one is needed. It does not count as a use: what is left open must not keep a sign-in from running out. */
  findCaller(): Promise<UserCaller | undefined>
}

/** Watches the sign-in that a request was made in. */
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
      const found = await findSignedIn(kysely, id, now())
      return found && omitPartial(await toCaller(kysely, found))
    },
  }
}

/** Every request of a signed-in person asks it. */
const signedIn = prepareQuery((kysely, { tokenHash }: { tokenHash: string }) =>
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

type SignedIn = NonNullable<Awaited<ReturnType<typeof findSignedIn>>>

async function findSignedIn(kysely: Kysely<Tables>, tokenHash: string, now: Date) {
  const [found] = await signedIn.run(kysely, { tokenHash })
  return !found || found.blocked_at !== null || isExpired(found, now) ? undefined : found
}

async function toCaller(kysely: Kysely<Tables>, found: SignedIn): Promise<UserCaller> {
  const { id, role } = found
  const isAdministrator = Boolean(found.is_administrator)
  const caller: UserCaller = { kind: 'user', id, role, isAdministrator, grants: readGrants(found) }
  const pendingStep = await findPendingStep(kysely, caller, found)
  return { ...caller, ...(pendingStep && { pendingStep }) }
}

/** A role or grant that demands more since shortens the sign-ins that are open, kept ones too. */
export function isExpired(
  signIn: Pick<Selectable<Tables['sign_ins']>, 'created_at' | 'last_used_at' | 'expires_at' | 'is_kept'> &
    Pick<Selectable<Tables['users']>, 'role' | 'grants'>,
  now: Date,
): boolean {
  const { usual, kept } = getLifetimes(signIn)
  const { idleMs, absoluteMs } = (signIn.is_kept && kept) || usual
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
    // A database that cannot be written to must not keep people from reading; the next request tries again.
  }
}

function parseToken(authorization: string): string | undefined {
  const token = authorization.trim().replace(/^Bearer\s+/i, '')
  return isToken(token) ? token : undefined
}
