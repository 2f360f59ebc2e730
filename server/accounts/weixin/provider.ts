import type { WeixinScope } from '#contract/api.ts'
import { createHttpError } from '#server/errors.ts'

/** The app of the forum at WeChat. */
export interface WeixinApp {
  appId: string
  appSecret: string
  /** Base URL for calls of the server; without a slash at its end. WeChat has another host for browsers. */
  apiBaseUrl: string
  /** Base URL to which the browsers of users are redirected; without a slash at its end. */
  authorizeBaseUrl: string
}

/** A sign-in responds within 3 s even when WeChat does not. */
const responseTimeoutMs = 2500
/** Limit of a response, which usually has about 500 bytes. */
const maxResponseBytes = 16 * 1024
/** Seconds after which a client may try again when WeChat does not respond as expected. */
const retryAfterSeconds = 5

/** Error numbers of WeChat for a code that is invalid (40029), used (40163), missing (41008) or late (42003). */
const codeErrors: ReadonlySet<unknown> = new Set([40_029, 40_163, 41_008, 42_003])

/**
 * Builds the WeChat URL that asks for consent and leads the browser back.
 * @param options `callback`: absolute URL to which WeChat adds a code and `state`; `scope`: the page that WeChat shows
 */
export function getAuthorizeUrl(
  { appId, authorizeBaseUrl }: WeixinApp,
  { callback, scope, state }: { callback: string; scope: WeixinScope; state: string },
): string {
  // WeChat has one page with a QR code for desktop browsers, and another one for its own browser on phones.
  const path = scope === 'snsapi_login' ? '/connect/qrconnect' : '/connect/oauth2/authorize'
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: callback,
    response_type: 'code',
    scope,
    state,
  })
  // WeChat requires this fragment.
  return `${authorizeBaseUrl}${path}?${query.toString()}#wechat_redirect`
}

/**
 * Fetches the WeChat id of a user.
 * @param code code that WeChat added to the callback
 * @throws HttpError `sign_in.refused` when WeChat rejects the code, `weixin.unavailable` when it does not respond in
 * time or not as expected
 */
export async function fetchOpenid(
  { appId, appSecret, apiBaseUrl }: WeixinApp,
  code: string,
): Promise<string> {
  const query = new URLSearchParams({
    appid: appId,
    secret: appSecret,
    code,
    grant_type: 'authorization_code',
  })
  const tokenData = await fetchJson(`${apiBaseUrl}/sns/oauth2/access_token?${query.toString()}`).catch(
    (cause: unknown) => {
      throw createHttpError('weixin.unavailable', { cause, retryAfterSeconds })
    },
  )
  // `Object` also accepts null; a response that is no object has neither property.
  const { openid, errcode } = Object(tokenData) as { openid?: unknown; errcode?: unknown }
  if (codeErrors.has(errcode)) throw createHttpError('sign_in.refused')
  if (typeof openid === 'string' && /^[\w-]{1,128}$/.test(openid)) return openid
  const cause = new Error(
    `WeChat answered errcode ${typeof errcode === 'number' ? errcode : 'none'}, no openid`,
  )
  throw createHttpError('weixin.unavailable', { cause, retryAfterSeconds })
}

/**
 * Reads a JSON response within the limits of time and size. Its errors do not contain the URL, which holds the secret.
 */
async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(responseTimeoutMs) })
  if (!response.ok || !response.body) throw new Error(`WeChat answered with HTTP ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > maxResponseBytes) throw new Error('WeChat answered with too much')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
