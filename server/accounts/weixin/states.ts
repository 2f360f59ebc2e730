import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { hashToken, newToken } from '../opaque-token.ts'

/** Time for the person to say yes at WeChat (security.md 5). */
const stateGoodForMs = 10 * 60_000
/** Time for the app to exchange the code, and for the person to sign in by phone first when it must be linked. */
const codeGoodForMs = 10 * 60_000

/**
 * Begins a sign-in by WeChat in one browser.
 * @param browser secret of the browser's cookie
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
      expires_at: toInstant(now.getTime() + stateGoodForMs),
    })
    .execute()
  return state
}

/** Takes a state, once and in its browser. @returns where to go afterwards; undefined when it is not good */
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

/** What is known of a code that was handed over. */
export interface ExchangedCode {
  code_hash: string
  browser_hash: string
  /** Known once WeChat was asked. */
  openid: string | null
  expires_at: string
}

/** Hands a code over to a browser. @param weixinCode WeChat's own, which travels in it and is not kept here */
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
    expires_at: toInstant(now.getTime() + codeGoodForMs),
  })
  return code
}

/** Takes a code, once and in its browser. */
export async function consumeCode(
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

/** Makes a code that was taken good again, for what could not be done with it yet. */
export async function restoreCode(kysely: Kysely<Tables>, handedOver: ExchangedCode): Promise<void> {
  await kysely.insertInto('weixin_codes').values(handedOver).execute()
}
