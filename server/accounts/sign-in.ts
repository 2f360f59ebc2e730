import type { Kysely } from 'kysely'
import type { LoginBody, LoginData } from '#contract/api.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { createHttpError } from '#server/errors.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { incrementCounter, resetCounter, decrementCounter, type RateLimit } from '#server/db/rate-counters.ts'
import type { AccountsContext, Origin } from './accounts-context.ts'
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
  origin: Origin,
): Promise<LoginData> {
  const user = await findUserByLogin(context.db.kysely, login_name)
  const attemptKey = getAttemptKey(context, user, login_name, origin)
  const isRight = await isRightPassword(context, attemptKey, login_pwd, user?.password_hash)
  if (!user || !isRight || user.blocked_at !== null) {
    await auditRefusedSignIn(context, user, origin)
    throw createHttpError('sign_in.refused')
  }
  return signIn(context, user, origin, { passwordHash: user.password_hash ?? '', attemptKey })
}

/** How a user proved their identity. */
export interface SignInOptions extends Omit<NewSignIn, 'device'> {
  /** Key of the password attempt; absent when the proof was no password. */
  attemptKey?: AttemptKey
}

/** Signs in a user who has proved their identity, and logs it. */
export async function signIn(
  { db, now }: AccountsContext,
  user: { id: string },
  origin: Origin,
  { attemptKey, ...details }: SignInOptions = {},
): Promise<LoginData> {
  const at = now()
  const { device, requestId, addressBlock } = origin
  const token = await db.transaction(async (trx) => {
    const newToken = await insertSignIn(trx, user, at, { ...details, device })
    if (attemptKey) await recordPasswordSuccess(trx, attemptKey, at)
    await appendAudit(trx, { at, actorId: user.id, action: 'sign_in', requestId, addressBlock })
    return newToken
  })
  return toLoginData(db.kysely, token, at)
}

/** Logs a refused sign-in, with the account when there is one. */
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

/** Compares a password with a stored hash and counts the attempt. @throws HttpError `rate.limited` */
export async function isRightPassword(
  { db, now, hasRateLimits }: AccountsContext,
  attemptKey: AttemptKey,
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const compare = (): Promise<boolean> => isPassword(password, hash)
  return hasRateLimits ? comparePasswordLimited(db.kysely, attemptKey, now(), compare) : compare()
}

/** Creates the key that counts attempts: by the account, whatever its login was, or by a name that no account has. */
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

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Wrong passwords for one account from one address. */
const fromOnePlace: RateLimit = { count: 5, windowMs: 15 * minuteMs }
/**
 * Wrong passwords for one account from all unknown addresses together: an attacker with many addresses gets no more.
 */
const fromNewPlaces: RateLimit = { count: 100, windowMs: 15 * minuteMs }
/**
 * How long a place counts as known after a sign-in. Attempts of strangers elsewhere do not lock a user out of known
 * places.
 */
const knownForMs = 30 * dayMs

/** Account and place of an attempt, as HMACs: neither a login nor an address can be read from them. */
interface AttemptKey {
  account: string
  place: string
}

/**
 * Counts an attempt and then compares the password, so concurrent attempts cannot exceed the limit. An attempt that is
 * rejected because too many passwords are being hashed does not count.
 * @throws HttpError `rate.limited` without a comparison
 */
async function comparePasswordLimited(
  kysely: Kysely<Tables>,
  { account, place }: AttemptKey,
  now: Date,
  compare: () => Promise<boolean>,
): Promise<boolean> {
  const here = `password ${place}`
  const everywhere = `password ${account}`
  await incrementCounter(kysely, here, fromOnePlace, now)
  const isStranger = !(await isKnown(kysely, place, now))
  if (isStranger) await incrementCounter(kysely, everywhere, fromNewPlaces, now)
  try {
    return await compare()
  } catch (error) {
    await decrementCounter(kysely, here, fromOnePlace, now)
    if (isStranger) await decrementCounter(kysely, everywhere, fromNewPlaces, now)
    throw error
  }
}

/**
 * Records a right password: the attempt no longer counts, the counter of this place is reset, and the place is known.
 */
async function recordPasswordSuccess(
  trx: Kysely<Tables>,
  { account, place }: AttemptKey,
  now: Date,
): Promise<void> {
  const at = toInstant(now)
  if (!(await isKnown(trx, place, now)))
    await decrementCounter(trx, `password ${account}`, fromNewPlaces, now)
  await resetCounter(trx, `password ${place}`, fromOnePlace)
  await trx
    .insertInto('known_places')
    .values({ place, known_at: at })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ known_at: at }))
    .execute()
}

async function isKnown(kysely: Kysely<Tables>, place: string, now: Date): Promise<boolean> {
  const known = await kysely
    .selectFrom('known_places')
    .select('place')
    .where('place', '=', place)
    .where('known_at', '>', knownSince(now))
    .executeTakeFirst()
  return known !== undefined
}

function knownSince(now: Date): string {
  return toInstant(now.getTime() - knownForMs)
}
