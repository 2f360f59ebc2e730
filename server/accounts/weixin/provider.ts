import type { WeixinScope } from '#contract/api.ts'
import { createHttpError } from '#server/errors.ts'

/** The forum's app at WeChat. */
export interface WeixinApp {
  appId: string
  appSecret: string
  /** Where the server asks. */
  base: string
  /** Where people's browsers go. */
  authorizeBase: string
}

/** Sign-in answers within 3 s even when WeChat does not (security.md "Faults"). */
const responseTimeoutMs = 2500
/** Its answer has some 500 bytes. */
const maxResponseBytes = 16 * 1024

/** WeChat's own numbers for a code that is wrong, late or used: the person begins again. */
const codeErrors: ReadonlySet<unknown> = new Set([40_029, 40_163, 41_008, 42_003])

/** The address at WeChat that asks a person, and sends the browser back to ours. */
export function getAuthorizeUrl(
  { appId, authorizeBase }: WeixinApp,
  { callback, scope, state }: { callback: string; scope: WeixinScope; state: string },
): string {
  const path = scope === 'snsapi_login' ? '/connect/qrconnect' : '/connect/oauth2/authorize'
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: callback,
    response_type: 'code',
    scope,
    state,
  })
  return `${authorizeBase}${path}?${query.toString()}#wechat_redirect`
}

/**
 * Asks WeChat who the person is.
 * @param code what WeChat sent the browser back with
 * @throws Refusal `sign_in.refused` when WeChat does not take the code, `weixin.unavailable` when it does not answer in
 * time or not as it should
 */
export async function fetchOpenid({ appId, appSecret, base }: WeixinApp, code: string): Promise<string> {
  const query = new URLSearchParams({
    appid: appId,
    secret: appSecret,
    code,
    grant_type: 'authorization_code',
  })
  const answer = await fetchJson(`${base}/sns/oauth2/access_token?${query.toString()}`).catch(
    (cause: unknown) => {
      throw createHttpError('weixin.unavailable', { cause, retryAfterSeconds: 5 })
    },
  )
  const { openid, errcode } = Object(answer) as { openid?: unknown; errcode?: unknown }
  if (codeErrors.has(errcode)) throw createHttpError('sign_in.refused')
  if (typeof openid === 'string' && /^[\w-]{1,128}$/.test(openid)) return openid
  const cause = new Error(
    `WeChat answered errcode ${typeof errcode === 'number' ? errcode : 'none'}, no openid`,
  )
  throw createHttpError('weixin.unavailable', { cause, retryAfterSeconds: 5 })
}

/** Reads a JSON answer within the limits of time and size. Its errors do not name the address, which has the secret. */
async function fetchJson(address: string): Promise<unknown> {
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(responseTimeoutMs) })
  if (!answer.ok || !answer.body) throw new Error(`WeChat answered with HTTP ${answer.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength
    if (bytes > maxResponseBytes) throw new Error('WeChat answered with too much')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
