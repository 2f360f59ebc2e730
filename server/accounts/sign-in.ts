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
 * Signs in by password. A wrong password, an unknown and a blocked account get the same answer after the same work.
 * @throws Refusal `sign_in.refused`; `rate.limited` after too many tries
 */
export async function signInByPassword(
  context: AccountsContext,
  { login_name, login_pwd }: LoginBody,
  origin: Origin,
): Promise<LoginData> {
  const user = await findUserByLogin(context.db.kysely, login_name)
  const place = getAttemptKey(context, user, login_name, origin)
  const isRight = await isRightPassword(context, place, login_pwd, user?.password_hash)
  if (!user || !isRight || user.blocked_at !== null) {
    await auditRefusedSignIn(context, user, origin)
    throw createHttpError('sign_in.refused')
  }
  return signIn(context, user, origin, { passwordHash: user.password_hash ?? '', place })
}

/** How a person has proved who they are. */
export interface SignInOptions extends Omit<NewSignIn, 'device'> {
  /** Where the password was tried; absent when it was none. */
  place?: AttemptKey
}

/** Signs a person in who has proved who they are, and writes it down. */
export async function signIn(
  { db, now }: AccountsContext,
  user: { id: string },
  origin: Origin,
  { place, ...details }: SignInOptions = {},
): Promise<LoginData> {
  const at = now()
  const { device, requestId, addressBlock } = origin
  const token = await db.transaction(async (trx) => {
    const newToken = await insertSignIn(trx, user, at, { ...details, device })
    if (place) await recordPasswordSuccess(trx, place, at)
    await appendAudit(trx, { at, actorId: user.id, action: 'sign_in', requestId, addressBlock })
    return newToken
  })
  return toLoginData(db.kysely, token, at)
}

/** Writes down that somebody did not get in; which account it was about, when there is one. */
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

/** Compares a password with a kept hash; the tries at it are counted. @throws Refusal `rate.limited` */
export async function isRightPassword(
  { db, now, hasRateLimits }: AccountsContext,
  place: AttemptKey,
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const compare = (): Promise<boolean> => isPassword(password, hash)
  return hasRateLimits ? comparePasswordLimited(db.kysely, place, now(), compare) : compare()
}

/** Names tries by the account, however it was named, or by the name that no account has. */
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
/** And from all addresses that are new to it: whoever commands many addresses has no more than this. */
const fromNewPlaces: RateLimit = { count: 100, windowMs: 15 * minuteMs }
/** Where a person signed in within this time they are known: tries of strangers elsewhere do not keep them out. */
const knownForMs = 30 * dayMs

/** An account and where somebody tries to get into it, as HMACs: neither a login nor an address can be read from them. */
interface AttemptKey {
  account: string
  place: string
}

/**
 * Counts a try at a password, and compares it then: however many come at once, no more are compared. One that is turned
 * away because too many passwords are being worked on does not count.
 * @throws Refusal `rate.limited` when it must not be compared
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

/** The password was right: it counts as no try, nothing counts against this place any more, and it is known. */
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
