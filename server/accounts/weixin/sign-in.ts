import type { Kysely } from 'kysely'
import type { LoginData } from '#contract/api.ts'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { Tables } from '#server/db/client.ts'
import { HttpError, createHttpError } from '#server/errors.ts'
import type { AccountsContext, OriginWithDevice } from '../accounts-context.ts'
import { auditRefusedSignIn, signIn } from '../sign-in.ts'
import { getSignIn } from '../sign-ins.ts'
import { lockUser } from '../users.ts'
import { fetchOpenid, type WeixinApp } from './provider.ts'
import { hashToken, createToken } from '../opaque-token.ts'

/** Linking gives permanent access, so it needs a sign-in of the last minutes. */
const linkWithinMs = 10 * 60_000

/** A request that consumes a code of {@link insertCode}. */
export interface ExchangeRequest {
  code: string
  /** Value of the browser's cookie: only the browser that started the sign-in can use the code. */
  browserSecret: string
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
  origin: OriginWithDevice,
): Promise<LoginData> {
  const { db } = context
  const codeWithOpenid = await resolveOpenid(context, app, request).catch(async (error: unknown) => {
    if (error instanceof HttpError && error.key === 'sign_in.refused')
      await auditRefusedSignIn(context, undefined, origin)
    throw error
  })
  const user = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('weixin_openid', '=', codeWithOpenid.openid)
    .executeTakeFirst()
  if (user) return signIn(context, user, origin)
  await storeCode(db.kysely, codeWithOpenid)
  throw createHttpError('weixin.not_linked')
}

/** A request to link an account. */
export interface LinkRequest extends OriginWithDevice {
  authorization: string | undefined
}

/**
 * Links the account of the caller to their WeChat; it replaces an earlier link.
 * @throws HttpError `sign_in.stale` long after the sign-in, `weixin.taken` when another account has this WeChat id
 */
export async function linkAccount(
  context: AccountsContext,
  app: WeixinApp,
  request: ExchangeRequest,
  { authorization, requestId, clientAddress }: LinkRequest,
): Promise<void> {
  const { db, now } = context
  const { created_at, user_id } = await getSignIn(db.kysely, authorization)
  if (now().getTime() - Date.parse(created_at) > linkWithinMs) throw createHttpError('sign_in.stale')
  const { openid } = await resolveOpenid(context, app, request)
  const link = db.transaction(async (trx) => {
    await lockUser(trx, user_id)
    if (await isLinkedToOther(trx, openid, user_id)) throw createHttpError('weixin.taken')
    const at = toInstant(now())
    const update = trx.updateTable('users').set({ weixin_openid: openid, updated_at: at })
    await update.where('id', '=', user_id).execute()
    const audit = { action: 'weixin.linked', module: 'users', rowId: user_id, requestId, clientAddress }
    await appendAudit(trx, { at, actorId: user_id, ...audit })
  })
  await link.catch(async (error: unknown) => {
    // Another account was faster: the unique index rejected this one.
    throw (await isLinkedToOther(db.kysely, openid, user_id)) ? createHttpError('weixin.taken') : error
  })
}

async function isLinkedToOther(kysely: Kysely<Tables>, openid: string, userId: string): Promise<boolean> {
  const query = kysely.selectFrom('users').select('id').where('weixin_openid', '=', openid)
  return (await query.where('id', '<>', userId).executeTakeFirst()) !== undefined
}

/**
 * Consumes a code and fetches the WeChat id of its user, unless the code has it. The code stays valid when WeChat does
 * not respond.
 */
async function resolveOpenid(
  { db, now }: AccountsContext,
  app: WeixinApp,
  { code, browserSecret }: ExchangeRequest,
): Promise<StoredCode & { openid: string }> {
  const consumedCode = await consumeCode(db.kysely, browserSecret, code, now())
  if (!consumedCode) throw createHttpError('sign_in.refused')
  if (consumedCode.openid !== null) return { ...consumedCode, openid: consumedCode.openid }
  // `insertCode` put the code of WeChat behind its own token and a dot.
  const weixinCode = code.slice(code.indexOf('.') + 1)
  try {
    return { ...consumedCode, openid: await fetchOpenid(app, weixinCode) }
  } catch (error) {
    if (error instanceof HttpError && error.key === 'weixin.unavailable')
      await storeCode(db.kysely, consumedCode)
    throw error
  }
}

/** Time for the user to agree at WeChat. */
const stateTtlMs = 10 * 60_000
/** Time for the app to exchange the code, and for users to sign in by phone first when they must link their account. */
const codeTtlMs = 10 * 60_000

/**
 * Starts a sign-in by WeChat in one browser.
 * @param browserSecret value of the cookie
 * @returns the state that WeChat sends back
 */
export async function insertState(
  kysely: Kysely<Tables>,
  browserSecret: string,
  redirectUrl: string,
  now: Date,
): Promise<string> {
  const state = createToken()
  await kysely
    .insertInto('weixin_states')
    .values({
      state_hash: hashToken(state),
      browser_hash: hashToken(browserSecret),
      redirect_url: redirectUrl,
      expires_at: toInstant(now.getTime() + stateTtlMs),
    })
    .execute()
  return state
}

/** Consumes a state, once and in its browser. @returns the URL to continue with; undefined when it is invalid */
export async function consumeState(
  kysely: Kysely<Tables>,
  browserSecret: string,
  state: string,
  now: Date,
): Promise<string | undefined> {
  const consumedState = await kysely
    .deleteFrom('weixin_states')
    .where('state_hash', '=', hashToken(state))
    .where('browser_hash', '=', hashToken(browserSecret))
    .where('expires_at', '>', toInstant(now))
    .returning('redirect_url')
    .executeTakeFirst()
  return consumedState?.redirect_url
}

/** A row of `weixin_codes`: a code that leads from the callback of WeChat to a sign-in. */
interface StoredCode {
  code_hash: string
  browser_hash: string
  /** Id of the user at WeChat; null before WeChat was called. */
  openid: string | null
  expires_at: string
}

/**
 * Creates a code for a browser: a token, a dot, and the code of WeChat. Only its hash is stored, so the server does not
 * store the code of WeChat.
 * @param weixinCode code that WeChat added to the callback
 */
export async function insertCode(
  kysely: Kysely<Tables>,
  browserSecret: string,
  weixinCode: string,
  now: Date,
): Promise<string> {
  const code = `${createToken()}.${weixinCode}`
  await storeCode(kysely, {
    code_hash: hashToken(code),
    browser_hash: hashToken(browserSecret),
    openid: null,
    expires_at: toInstant(now.getTime() + codeTtlMs),
  })
  return code
}

/** Consumes a code, once and in its browser. */
async function consumeCode(
  kysely: Kysely<Tables>,
  browserSecret: string,
  code: string,
  now: Date,
): Promise<StoredCode | undefined> {
  return kysely
    .deleteFrom('weixin_codes')
    .where('code_hash', '=', hashToken(code))
    .where('browser_hash', '=', hashToken(browserSecret))
    .where('expires_at', '>', toInstant(now))
    .returningAll()
    .executeTakeFirst()
}

/** Stores a new code, or a consumed one whose sign-in could not be completed. */
async function storeCode(kysely: Kysely<Tables>, code: StoredCode): Promise<void> {
  await kysely.insertInto('weixin_codes').values(code).execute()
}
