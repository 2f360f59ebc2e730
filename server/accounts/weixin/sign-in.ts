import type { Kysely } from 'kysely'
import type { LoginData } from '#contract/api.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { HttpError, createHttpError } from '#server/errors.ts'
import type { AccountsContext, Origin } from '../accounts-context.ts'
import { auditRefusedSignIn, signIn } from '../sign-in.ts'
import { getSignIn } from '../sign-ins.ts'
import { lockUser } from '../users.ts'
import { fetchOpenid, type WeixinApp } from './provider.ts'
import { hashToken, newToken } from '../opaque-token.ts'

/** Linking gives permanent access, so it needs a sign-in of the last minutes. */
const linkWithinMs = 10 * 60_000

/** A code, and the secret of the browser that sends it. */
export interface ExchangeRequest {
  code: string
  browser: string
}

/**
 * Signs a user in by the code of WeChat.
 * @throws HttpError `sign_in.refused`; `weixin.not_linked`, after which the code can still link an account;
 * `weixin.unavailable`, after which it can be tried again
 */
export async function exchangeCode(
  context: AccountsContext,
  app: WeixinApp,
  request: ExchangeRequest,
  origin: Origin,
): Promise<LoginData> {
  const { db } = context
  const known = await identify(context, app, request).catch(async (error: unknown) => {
    if (error instanceof HttpError && error.key === 'sign_in.refused')
      await auditRefusedSignIn(context, undefined, origin)
    throw error
  })
  const user = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('weixin_openid', '=', known.openid)
    .executeTakeFirst()
  if (user) return signIn(context, user, origin)
  await restoreCode(db.kysely, known)
  throw createHttpError('weixin.not_linked')
}

/** A request to link an account. */
export interface LinkRequest extends Origin {
  authorization: string | undefined
}

/**
 * Links the account of the caller to their WeChat; it replaces an earlier link.
 * @throws HttpError `sign_in.stale` long after the sign-in, `weixin.taken` when another account has it
 */
export async function linkCode(
  context: AccountsContext,
  app: WeixinApp,
  request: ExchangeRequest,
  { authorization, requestId, addressBlock }: LinkRequest,
): Promise<void> {
  const { db, now } = context
  const { created_at, user_id } = await getSignIn(db.kysely, authorization)
  if (now().getTime() - Date.parse(created_at) > linkWithinMs) throw createHttpError('sign_in.stale')
  const { openid } = await identify(context, app, request)
  const link = db.transaction(async (trx) => {
    await lockUser(trx, user_id)
    if (await isTaken(trx, openid, user_id)) throw createHttpError('weixin.taken')
    const at = toInstant(now())
    const linked = trx.updateTable('users').set({ weixin_openid: openid, updated_at: at })
    await linked.where('id', '=', user_id).execute()
    const audit = { action: 'weixin.linked', module: 'users', rowId: user_id, requestId, addressBlock }
    await appendAudit(trx, { at, actorId: user_id, ...audit })
  })
  await link.catch(async (error: unknown) => {
    // Another account was faster: the unique index rejected this one.
    throw (await isTaken(db.kysely, openid, user_id)) ? createHttpError('weixin.taken') : error
  })
}

async function isTaken(kysely: Kysely<Tables>, openid: string, userId: string): Promise<boolean> {
  const others = kysely.selectFrom('users').select('id').where('weixin_openid', '=', openid)
  return (await others.where('id', '<>', userId).executeTakeFirst()) !== undefined
}

/**
 * Consumes the code and fetches its WeChat id, unless it is known. The code stays valid when WeChat does not respond.
 */
async function identify(
  { db, now }: AccountsContext,
  app: WeixinApp,
  { code, browser }: ExchangeRequest,
): Promise<ExchangedCode & { openid: string }> {
  const taken = await consumeCode(db.kysely, browser, code, now())
  if (!taken) throw createHttpError('sign_in.refused')
  if (taken.openid !== null) return { ...taken, openid: taken.openid }
  const weixinCode = code.slice(code.indexOf('.') + 1)
  try {
    return { ...taken, openid: await fetchOpenid(app, weixinCode) }
  } catch (error) {
    if (error instanceof HttpError && error.key === 'weixin.unavailable') await restoreCode(db.kysely, taken)
    throw error
  }
}

/** Time for the user to agree at WeChat. */
const stateTtlMs = 10 * 60_000
/** Time for the app to exchange the code, and for users to sign in by phone first when they must link their account. */
const codeTtlMs = 10 * 60_000

/**
 * Starts a sign-in by WeChat in one browser.
 * @param browser secret of the cookie
 * @returns the state that WeChat sends back
 */
export async function insertState(
  kysely: Kysely<Tables>,
  browser: string,
  redirectUrl: string,
  now: Date,
): Promise<string> {
  const state = newToken()
  await kysely
    .insertInto('weixin_states')
    .values({
      state_hash: hashToken(state),
      browser_hash: hashToken(browser),
      redirect_url: redirectUrl,
      expires_at: toInstant(now.getTime() + stateTtlMs),
    })
    .execute()
  return state
}

/** Consumes a state, once and in its browser. @returns the URL to continue with; undefined when it is invalid */
export async function consumeState(
  kysely: Kysely<Tables>,
  browser: string,
  state: string,
  now: Date,
): Promise<string | undefined> {
  const taken = await kysely
    .deleteFrom('weixin_states')
    .where('state_hash', '=', hashToken(state))
    .where('browser_hash', '=', hashToken(browser))
    .where('expires_at', '>', toInstant(now))
    .returning('redirect_url')
    .executeTakeFirst()
  return taken?.redirect_url
}

/** A stored code. */
interface ExchangedCode {
  code_hash: string
  browser_hash: string
  /** Set after the call to WeChat. */
  openid: string | null
  expires_at: string
}

/** Creates a code for a browser. @param weixinCode code of WeChat, which is a part of it and is not stored */
export async function insertCode(
  kysely: Kysely<Tables>,
  browser: string,
  weixinCode: string,
  now: Date,
): Promise<string> {
  const code = `${newToken()}.${weixinCode}`
  await restoreCode(kysely, {
    code_hash: hashToken(code),
    browser_hash: hashToken(browser),
    openid: null,
    expires_at: toInstant(now.getTime() + codeTtlMs),
  })
  return code
}

/** Consumes a code, once and in its browser. */
async function consumeCode(
  kysely: Kysely<Tables>,
  browser: string,
  code: string,
  now: Date,
): Promise<ExchangedCode | undefined> {
  return kysely
    .deleteFrom('weixin_codes')
    .where('code_hash', '=', hashToken(code))
    .where('browser_hash', '=', hashToken(browser))
    .where('expires_at', '>', toInstant(now))
    .returningAll()
    .executeTakeFirst()
}

/** Restores a consumed code whose sign-in could not be completed. */
async function restoreCode(kysely: Kysely<Tables>, exchanged: ExchangedCode): Promise<void> {
  await kysely.insertInto('weixin_codes').values(exchanged).execute()
}
