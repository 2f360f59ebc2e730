import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import Fastify, {
  LogController,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyPluginAsync,
} from 'fastify'
import type { Server } from 'node:http'
import { constants } from 'node:zlib'
import { readBuiltApp, serveApp } from './pages/built-app.ts'
import {
  handleClientError,
  handleMalformedUrl,
  rejectMissingHost,
  normalizeTarget,
  parseJsonBodies,
  rejectNul,
  dropForwardedPorts,
} from './malformed-requests.ts'
import { handleError } from './error-handler.ts'
import { isHealthRoute, registerHealth, type HealthOptions } from './health.ts'
import { echoIdempotencyKeys } from './idempotency.ts'
import { bodyLimitBytes, limitRates, shedLoad, signInBodyLimitBytes } from './limits.ts'
import { handleNotFound } from './not-found.ts'
import { describeApi } from './openapi.ts'
import type { PageHeads } from './pages/page-html.ts'
import { registerPermissionHook, type PermissionHookOptions } from './permission.ts'
import { isApiRequest, loggerOptions, logRequests, type DeniedCall, type LogStream } from './request-log.ts'
import { sendSecurityHeaders } from './security-headers.ts'

/** Everything that {@link createHttpApp} needs; `app.ts` and tests pass it. */
export interface HttpOptions extends PermissionHookOptions, HealthOptions {
  /** Path before all endpoints of the API, such as `/api`; without a slash at its end. */
  apiPrefix: string
  /** Public URL, if the operator has set it. */
  publicUrl?: string
  logLevel: string
  /** Where log lines go; standard output when absent. */
  logStream?: LogStream
  /** False for benchmarks only. */
  hasRateLimits: boolean
  /** Addresses or number of reverse proxies before the server. */
  trustProxy?: string | number | boolean
  /** Certificate and key, to serve https directly. */
  tls?: { cert: Buffer; key: Buffer }
  /** Creates a request id for error responses and log lines. */
  newId: () => string
  /** Milliseconds of a clock that never goes back. */
  nowMs: () => number
  /** Time of a forum whose clock was set for a demonstration; absent when it is the real time. */
  forumNow?: () => Date
  /** Folder of the built app; the API alone is served without one. */
  distDir?: string
  /** Reads the revision of a module: when it grows, pages with rows of the module are composed again at once. */
  getRevision?: (module: string) => Promise<number>
  /** Heads of the pages; without them all pages have the shell's head. */
  heads?: PageHeads
  /** Called for requests that a signed-in user has no permission for. */
  recordDenied?: (call: DeniedCall) => Promise<void>
  /** Adds hooks for every request, and may add a route outside of the API: the metrics. */
  observe?: (app: FastifyInstance) => void
  /** Routes outside of the API, such as `/robots.txt`. */
  rootRoutes?: readonly FastifyPluginAsync[]
  /** The routes of the API, registered under its prefix. */
  routes: readonly FastifyPluginAsync[]
}

/** Longest time for receiving a whole request, in milliseconds. */
const requestTimeoutMs = 60_000
/** Time that a connection may be silent, in milliseconds. */
const connectionTimeoutMs = 120_000
/** Time for a request's headers, in milliseconds. */
const headersTimeoutMs = 15_000
/** Options of Node's server, with and without TLS. A hook rejects a missing host, with an envelope. */
const nodeOptions = { headersTimeout: headersTimeoutMs, requireHostHeader: false }
/** Smaller responses are not compressed. */
const compressFromBytes = 1024
/** Responses of the API are compressed fast; pages and files are compressed well, once. */
const dynamicBrotliQuality = 4

/**
 * Assembles everything between the socket and the routes: limits, headers, caller, permission, envelope, documents of
 * the API and the built app. It knows no module.
 */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { apiPrefix } = options
  const builtApp = options.distDir === undefined ? undefined : await readBuiltApp(options.distDir, options)
  const app: FastifyInstance = Fastify(createServerOptions(options))
  app.setErrorHandler(handleError)
  // An unknown `Expect` header is ignored; Node itself would respond with an empty 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  parseJsonBodies(app)
  // Hooks run in the order of these calls. Headers come before anything that may reject a request, and limits before the
  // permission check, which reads the database.
  if (options.trustProxy) dropForwardedPorts(app)
  await app.register(formbody, { bodyLimit: signInBodyLimitBytes })
  await sendSecurityHeaders(app, builtApp?.shell, options.publicUrl)
  disableCaching(app)
  rejectMissingHost(app)
  echoIdempotencyKeys(app)
  if (options.forumNow) sendForumTime(app, apiPrefix, options.forumNow)
  await shedLoad(app, isHealthRoute)
  if (options.hasRateLimits) await limitRates(app)
  registerPermissionHook(app, options)
  rejectNul(app)
  logRequests(app, apiPrefix, options.recordDenied)
  await app.register(compress, {
    // Files to download are sent as they are: a range of a compressed file would be wrong.
    customTypes: /^application\/json\b/,
    threshold: compressFromBytes,
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: dynamicBrotliQuality } },
  })
  await describeApi(app, apiPrefix)
  options.observe?.(app)
  registerHealth(app, options)
  for (const routes of options.rootRoutes ?? []) await app.register(routes)
  for (const routes of options.routes) await app.register(routes, { prefix: apiPrefix })
  const { forumNow } = options
  const now = forumNow ?? (() => new Date())
  const sendPage =
    builtApp && serveApp(app, builtApp, { ...options, now, isDemonstration: Boolean(forumNow) })
  // The limits count only paths with a route by themselves.
  app.setNotFoundHandler(
    options.hasRateLimits ? { preHandler: app.rateLimit() } : {},
    handleNotFound(apiPrefix, sendPage),
  )
  return app
}

function createServerOptions(options: HttpOptions): FastifyHttpOptions<Server> {
  const { trustProxy = false, tls, newId, logLevel, logStream } = options
  return {
    ...(tls && { https: { ...tls, ...nodeOptions } }),
    // Fastify trusts nobody when it gets a number, because a count does not identify the proxies. The operator who sets one
    // guarantees that clients reach the server only through them.
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    http: nodeOptions,
    genReqId: newId,
    // A client must not choose the id of its request.
    requestIdHeader: false,
    logger: loggerOptions(logLevel, logStream),
    // `logRequests` writes one line per request; Fastify would write two.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: handleMalformedUrl,
    clientErrorHandler: handleClientError(newId),
    rewriteUrl: normalizeTarget,
    // While the server drains, requests on open connections are still answered.
    return503OnClosing: false,
    // At the end only connections without a request are closed; `drain.ts` closes the rest later.
    forceCloseConnections: 'idle',
    // Invalid input is reported, with all its issues, and never corrected.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  }
}

/**
 * Sends the time of a demonstration in the API's `Date`, from which the app takes its time; `X-Forum-Now` marks it as one.
 * Files have the real date, from which browsers compute their age.
 */
function sendForumTime(app: FastifyInstance, apiPrefix: string, forumNow: () => Date): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiRequest(request, apiPrefix)) return
    reply.header('Date', forumNow().toUTCString()).header('X-Forum-Now', forumNow().toISOString())
  })
}

/** Makes every response private by default; public routes override it. */
function disableCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store').header('Vary', 'Authorization, Accept-Language')
  })
}
