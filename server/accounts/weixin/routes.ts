import type { FastifyInstance, FastifyRequest } from 'fastify'
import { paths, weixinScopes, type WeixinCodeBody, type WeixinScope } from '#contract/api.ts'
import { success } from '#server/http/envelope.ts'
import { signInBodyLimitBytes } from '#server/http/limits.ts'
import { createHttpError } from '#server/errors.ts'
import { getOriginWithDevice, type AccountsContext } from '../accounts-context.ts'
import { toSafeRedirect } from '../safe-redirect.ts'
import { isToken, createToken } from '../opaque-token.ts'
import { exchangeCode, linkAccount, insertCode, insertState, consumeState } from './sign-in.ts'
import { getAuthorizeUrl, type WeixinApp } from './provider.ts'

/** Dependencies of the sign-in by WeChat. */
export interface WeixinContext extends AccountsContext {
  /** Absent when the forum has no app at WeChat. */
  weixin?: WeixinApp
  /** Public URL of the forum, the only origin for redirects. */
  publicUrl: string
  /** Path before all endpoints of the API, such as `/api`. */
  apiPrefix: string
}

/**
 * Gets name and attributes of the cookie with a secret of the browser that started the sign-in. The secret is no token
 * and signs nobody in. The cookie is SameSite=Lax, since a link leads back from WeChat.
 * Over https, the prefix `__Host-` stops other hosts of the domain from setting the cookie, and requires the path `/`.
 */
function getCookieSettings({ publicUrl, apiPrefix }: Pick<WeixinContext, 'publicUrl' | 'apiPrefix'>) {
  return publicUrl.startsWith('https:')
    ? { name: '__Host-forum_weixin', attributes: 'Path=/; Secure' }
    : { name: 'forum_weixin', attributes: `Path=${apiPrefix}/front/weixin` }
}

/** Lifetime of the cookie: that of a state, ten minutes, and then that of a code, ten more. */
const cookieSeconds = 20 * 60

/** The page where the app continues the sign-in. */
const signInPath = '/user/login'

/** Form of the codes that WeChat adds to the callback; anything else is not passed on. */
const weixinCodePattern = /^[\w-]{1,256}$/

/** Calls from one IP address per minute (in milliseconds), and the body limit, of all endpoints below. */
const routeOptions = {
  bodyLimit: signInBodyLimitBytes,
  config: { permission: { kind: 'public' }, rateLimit: { max: 120, timeWindow: 60_000 } },
} as const

/** Registers the endpoints of the sign-in by WeChat: redirect, callback, and the exchange of a code for a token. */
export async function weixinRoutes(app: FastifyInstance, context: WeixinContext): Promise<void> {
  app.get<{ Querystring: { redirect_url?: string; scope?: WeixinScope } }>(
    paths.weixinRedirect,
    { ...routeOptions, schema: redirectSchema(weixinScopes) },
    async (request, reply) => {
      // Without a scope, the page with a QR code, which every browser can show.
      const { redirect_url = signInPath, scope = 'snsapi_login' } = request.query
      const redirect = await startRedirect(context, redirect_url, scope)
      return reply.header('Set-Cookie', redirect.cookie).redirect(redirect.url)
    },
  )
  app.get<{ Querystring: { code?: string; state?: string } }>(
    paths.weixinCallback,
    { ...routeOptions, schema: callbackSchema },
    async (request, reply) =>
      reply.redirect(await completeCallback(context, request.query, readBrowserSecret(context, request))),
  )
  app.post<{ Body: WeixinCodeBody }>(
    paths.weixinExchange,
    { ...routeOptions, schema: codeSchema('Signs in by the code that WeChat led to', []) },
    async (request) => {
      const exchange = { code: request.body.code, browserSecret: readBrowserSecret(context, request) }
      return success(
        await exchangeCode(context, getWeixinApp(context), exchange, getOriginWithDevice(request)),
      )
    },
  )
  app.post<{ Body: WeixinCodeBody }>(
    paths.weixinLink,
    {
      ...routeOptions,
      config: { ...routeOptions.config, permission: { kind: 'signed_in' } },
      schema: codeSchema("Links the caller's account to their WeChat, right after signing in"),
    },
    async (request) => {
      const exchange = { code: request.body.code, browserSecret: readBrowserSecret(context, request) }
      const { authorization } = request.headers
      await linkAccount(context, getWeixinApp(context), exchange, {
        ...getOriginWithDevice(request),
        authorization,
      })
      return success(null)
    },
  )
}

/** Creates the URL at WeChat to which the browser is redirected, and the cookie for it. */
async function startRedirect(
  context: WeixinContext,
  redirectUrl: string,
  scope: WeixinScope,
): Promise<{ url: string; cookie: string }> {
  const { db, now, publicUrl, apiPrefix } = context
  const safeUrl = toSafeRedirect(redirectUrl, publicUrl)
  if (safeUrl === undefined) throw createHttpError('redirect.foreign')
  const weixin = getWeixinApp(context)
  const browserSecret = createToken()
  const state = await insertState(db.kysely, browserSecret, safeUrl, now())
  const callback = `${publicUrl}${apiPrefix}${paths.weixinCallback}`
  const { name, attributes } = getCookieSettings(context)
  return {
    url: getAuthorizeUrl(weixin, { callback, scope, state }),
    cookie: `${name}=${browserSecret}; ${attributes}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax`,
  }
}

/**
 * Creates the URL of the app to continue with, after WeChat led the browser back. The code for the exchange, or an error,
 * is in the fragment, which browsers send to no server. An invalid state leads to the sign-in page.
 */
async function completeCallback(
  { db, now, publicUrl }: WeixinContext,
  { code = '', state = '' }: { code?: string; state?: string },
  browserSecret: string,
): Promise<string> {
  const redirectUrl = await consumeState(db.kysely, browserSecret, state, now())
  if (redirectUrl === undefined || !weixinCodePattern.test(code))
    return `${redirectUrl ?? publicUrl + signInPath}#weixin_error=sign_in.refused`
  return `${redirectUrl}#weixin_code=${await insertCode(db.kysely, browserSecret, code, now())}`
}

/** @throws HttpError `weixin.off` when the forum has no app at WeChat */
function getWeixinApp({ weixin }: WeixinContext): WeixinApp {
  if (!weixin) throw createHttpError('weixin.off')
  return weixin
}

/** Reads the secret of the cookie; without one, returns a new secret that matches nothing. */
function readBrowserSecret(context: WeixinContext, request: FastifyRequest): string {
  const start = `${getCookieSettings(context).name}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const secret = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length)
  return secret !== undefined && isToken(secret) ? secret : createToken()
}

const tags = ['accounts']

/** Creates the schema of the call that redirects to WeChat. */
function redirectSchema(scopes: readonly string[]) {
  return {
    tags,
    summary: 'Leads the browser to WeChat, to sign in there',
    security: [],
    querystring: {
      type: 'object',
      additionalProperties: false,
      properties: {
        redirect_url: {
          type: 'string',
          maxLength: 4096,
          description: 'A page of ours to go on with, with `#weixin_code=` or `#weixin_error=` at its end',
        },
        scope: { type: 'string', enum: scopes },
      },
    },
  }
}

const callbackSchema = {
  tags,
  summary: 'Where WeChat leads the browser back to',
  security: [],
  querystring: {
    type: 'object',
    properties: { code: { type: 'string', maxLength: 1024 }, state: { type: 'string', maxLength: 1024 } },
  },
}

/** Creates the schema of the calls with a code. @param security empty when no sign-in is needed */
function codeSchema(summary: string, security?: []) {
  return {
    tags,
    summary,
    ...(security && { security }),
    body: {
      type: 'object',
      required: ['code'],
      additionalProperties: false,
      properties: { code: { type: 'string', minLength: 1, maxLength: 1024 } },
    },
  }
}
