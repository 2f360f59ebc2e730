import type { Kysely } from 'kysely'
import type { LoginBody, LoginData } from '#contract/api.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { createHttpError } from '#server/errors.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { incrementCounter, resetCounter, decrementCounter, type RateLimit } from '#server/db/rate-counters.ts'
import type { AccountsContext, OriginWithDevice } from './accounts-context.ts'
import { normalizeLogin } from './login.ts'
import { isPassword } from './password-hash.ts'
import { insertSignIn, toLoginData, type NewSignIn } from './sign-ins.ts'
import { findUserByLogin } from './users.ts'

/**
 * Signs a user in by password. A wrong password, an unknown account and a blocked one get the same error after the same
 * work.
 * @throws HttpError `sign_in.refused`; `rate.limited` after too many attempts
 */
export async function signInByPassword(
  context: AccountsContext,
  { login_name, login_pwd }: LoginBody,
  origin: OriginWithDevice,
): Promise<LoginData> {
  const user = await findUserByLogin(context.db.kysely, login_name)
  const attemptKeys = createAttemptKeys(context, user, login_name, origin)
  const isRight = await isRightPassword(context, attemptKeys, login_pwd, user?.password_hash)
  if (!user || !isRight || user.blocked_at !== null) {
    await auditRefusedSignIn(context, user, origin)
    throw createHttpError('sign_in.refused')
  }
  // A password is never right without a hash, so the hash is not null here.
  return signIn(context, user, origin, { passwordHash: user.password_hash ?? '', attemptKeys })
}

/** How a user proved their identity; empty for a sign-in by WeChat. */
export interface SignInOptions extends Omit<NewSignIn, 'device'> {
  /** Keys by which the right password attempt was counted; absent when the proof was no password. */
  attemptKeys?: AttemptKeys
}

/** Signs in a user who has proved their identity, and logs it. */
export async function signIn(
  { db, now }: AccountsContext,
  user: { id: string },
  origin: OriginWithDevice,
  { attemptKeys, ...signInDetails }: SignInOptions = {},
): Promise<LoginData> {
  const at = now()
  const { device, requestId, clientAddress } = origin
  const token = await db.transaction(async (trx) => {
    const newToken = await insertSignIn(trx, user, at, { ...signInDetails, device })
    if (attemptKeys) await recordPasswordSuccess(trx, attemptKeys, at)
    await appendAudit(trx, { at, actorId: user.id, action: 'sign_in', requestId, clientAddress })
    return newToken
  })
  return toLoginData(db.kysely, token, at)
}

/** Logs a refused sign-in, with the account when there is one. */
export async function auditRefusedSignIn(
  { db, now }: AccountsContext,
  user: { id: string } | undefined,
  { requestId, clientAddress }: OriginWithDevice,
): Promise<void> {
  await appendAudit(db.kysely, {
    at: now(),
    actorId: null,
    action: 'sign_in.refused',
    ...(user && { module: 'users', rowId: user.id }),
    requestId,
    clientAddress,
  })
}

/**
 * Compares a password with a stored hash and counts the attempt, a right one too: users who confirm an action by their
 * password (`requireReauthentication`) have as few attempts as for a sign-in. `signIn` no longer counts it when it
 * gets the same `attemptKeys`.
 * @throws HttpError `rate.limited`
 */
export async function isRightPassword(
  { db, now, hasRateLimits }: AccountsContext,
  attemptKeys: AttemptKeys,
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const compare = (): Promise<boolean> => isPassword(password, hash)
  return hasRateLimits ? comparePasswordLimited(db.kysely, attemptKeys, now(), compare) : compare()
}

/** Creates the keys that count attempts: by the account, or by the typed login when no account has it. */
export function createAttemptKeys(
  { secrets }: AccountsContext,
  user: { id: string } | undefined,
  login: string,
  { clientAddress }: OriginWithDevice,
): AttemptKeys {
  const name = user ? `account ${user.id}` : `login ${normalizeLogin(login)}`
  return {
    accountKey: secrets.hmac('password tries', name),
    originKey: secrets.hmac('password tries', `${name} from ${clientAddress}`),
  }
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Limit of wrong passwords for one account from one IPv4 address or IPv6 block. */
const originLimit: RateLimit = { count: 5, windowMs: 15 * minuteMs }
/**
 * Limit of wrong passwords for one account from all unknown origins together, for attackers with many addresses.
 */
const unknownOriginsLimit: RateLimit = { count: 100, windowMs: 15 * minuteMs }
/**
 * How long an origin counts as known after a sign-in. Attempts of strangers from elsewhere do not lock users out of
 * their known origins.
 */
const knownOriginTtlMs = 30 * dayMs

/** Keys of the counters of an attempt, as HMACs: neither a login nor an address can be read from them. */
interface AttemptKeys {
  /** Of the account, or of the typed login when no account has it. */
  accountKey: string
  /** Of the account together with the address of the caller. */
  originKey: string
}

/**
 * Counts an attempt and then compares the password, so concurrent attempts cannot exceed the limit. An attempt that is
 * rejected because too many passwords are being hashed does not count.
 * @throws HttpError `rate.limited` without a comparison
 */
async function comparePasswordLimited(
  kysely: Kysely<Tables>,
  { accountKey, originKey }: AttemptKeys,
  now: Date,
  compare: () => Promise<boolean>,
): Promise<boolean> {
  const originCounter = `password ${originKey}`
  const accountCounter = `password ${accountKey}`
  await incrementCounter(kysely, originCounter, originLimit, now)
  const isUnknownOrigin = !(await isKnownOrigin(kysely, originKey, now))
  if (isUnknownOrigin) await incrementCounter(kysely, accountCounter, unknownOriginsLimit, now)
  try {
    return await compare()
  } catch (error) {
    await decrementCounter(kysely, originCounter, originLimit, now)
    if (isUnknownOrigin) await decrementCounter(kysely, accountCounter, unknownOriginsLimit, now)
    throw error
  }
}

/**
 * Records a right password: the attempt no longer counts, the counter of this origin is reset, and the origin is known.
 * Attempts from a known origin were not counted for the account (`comparePasswordLimited`).
 */
async function recordPasswordSuccess(
  trx: Kysely<Tables>,
  { accountKey, originKey }: AttemptKeys,
  now: Date,
): Promise<void> {
  const at = toInstant(now)
  if (!(await isKnownOrigin(trx, originKey, now)))
    await decrementCounter(trx, `password ${accountKey}`, unknownOriginsLimit, now)
  await resetCounter(trx, `password ${originKey}`, originLimit)
  await trx
    .insertInto('known_places')
    .values({ place: originKey, known_at: at })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ known_at: at }))
    .execute()
}

/** Checks whether somebody signed in to this account from this address in the last 30 days. */
async function isKnownOrigin(kysely: Kysely<Tables>, originKey: string, now: Date): Promise<boolean> {
  const knownOrigin = await kysely
    .selectFrom('known_places')
    .select('place')
    .where('place', '=', originKey)
    .where('known_at', '>', getKnownSince(now))
    .executeTakeFirst()
  return knownOrigin !== undefined
}

/** Gets the instant of the oldest sign-in by which an origin still counts as known. */
function getKnownSince(now: Date): string {
  return toInstant(now.getTime() - knownOriginTtlMs)
}
