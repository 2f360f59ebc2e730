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
import type { PageData } from '#contract/page-data.ts'
import { readBuiltApp, serveApp } from './pages/built-app.ts'
import {
  handleClientError,
  handleMalformedUrl,
  rejectMissingHost,
  normalizeTarget,
  acceptJson,
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

export interface HttpOptions extends PermissionHookOptions, HealthOptions {
  apiPrefix: string
  /** The address that people use, where the operator named it. */
  publicUrl?: string
  logLevel: string
  logStream?: LogStream
  hasRateLimits: boolean
  /** Addresses or number of reverse proxies before the server. */
  trustProxy?: string | number | boolean
  /** Certificate and key, to serve https directly. */
  tls?: { cert: Buffer; key: Buffer }
  /** Makes the number of a request, which its refusal and its log lines carry. */
  newId: () => string
  /** Milliseconds of a clock that never goes back. */
  nowMs: () => number
  /** Time of a forum whose clock was set for a demonstration; absent when it is the real time. */
  forumNow?: () => Date
  /** Folder of the built app; the API alone is served without one. */
  distDir?: string
  pages: readonly PageData[]
  /** Grows when rows of a module changed: pages with its rows are put together anew at once. */
  revisionOf?: (module: string) => Promise<number>
  /** What the pages say of themselves; they say what the shell says without them. */
  heads?: PageHeads
  /** Is told of calls that a signed-in person may not make. */
  noteDenied?: (call: DeniedCall) => Promise<void>
  /** Looks at every request, and may have a route of its own outside of the API. */
  observe?: (app: FastifyInstance) => void
  /** Routes outside of the API. */
  rootRoutes?: readonly FastifyPluginAsync[]
  /** The routes of the API, registered under its prefix. */
  routes: readonly FastifyPluginAsync[]
}

/** Time for a request to arrive whole, in milliseconds. */
const requestTimeoutMs = 60_000
/** Time that a connection may be silent, in milliseconds. */
const connectionTimeoutMs = 120_000
/** Time for a request's headers, in milliseconds. */
const headersTimeoutMs = 15_000
/** What Node itself watches over, with and without TLS. A missing host is refused by a hook, in the envelope. */
const nodeOptions = { headersTimeout: headersTimeoutMs, requireHostHeader: false }
/** Smaller answers are not worth compressing. */
const compressFromBytes = 1024
/** What changes with each request is compressed fast; what stays is compressed well, once. */
const dynamicBrotliQuality = 4

/**
 * Assembles everything between the socket and the routes: limits, headers, caller, permission, envelope, documents of
 * the API and the built app. It knows no module.
 */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { apiPrefix } = options
  const builtApp = options.distDir === undefined ? undefined : await readBuiltApp(options.distDir, options)
  const app: FastifyInstance = Fastify(serverOptions(options))
  app.setErrorHandler(handleError)
  // An expectation that Node does not know is answered as if there were none, and not by an empty 417 of its own.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  acceptJson(app)
  if (options.trustProxy) dropForwardedPorts(app)
  await app.register(formbody, { bodyLimit: signInBodyLimitBytes })
  await sendSecurityHeaders(app, builtApp?.shell, options.publicUrl)
  keepPrivate(app)
  rejectMissingHost(app)
  echoIdempotencyKeys(app)
  if (options.forumNow) tellForumTime(app, apiPrefix, options.forumNow)
  await shedLoad(app, isHealthRoute)
  if (options.hasRateLimits) await limitRates(app)
  registerPermissionHook(app, options)
  rejectNul(app)
  logRequests(app, apiPrefix, options.noteDenied)
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
  app.setNotFoundHandler(
    options.hasRateLimits ? { preHandler: app.rateLimit() } : {},
    handleNotFound(apiPrefix, sendPage),
  )
  return app
}

function serverOptions(options: HttpOptions): FastifyHttpOptions<Server> {
  const { trustProxy = false, tls, newId, logLevel, logStream } = options
  return {
    ...(tls && { https: { ...tls, ...nodeOptions } }),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    http: nodeOptions,
    genReqId: newId,
    requestIdHeader: false,
    logger: loggerOptions(logLevel, logStream),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: handleMalformedUrl,
    clientErrorHandler: handleClientError(newId),
    rewriteUrl: normalizeTarget,
    // While the server drains, requests on open connections are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  }
}

/**
 * The app takes its time from the API's `Date`: it shows the demonstration's, and by the other header it can say so.
 * Files keep the real date, by which browsers count how long they may be kept.
 */
function tellForumTime(app: FastifyInstance, apiPrefix: string, forumNow: () => Date): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiRequest(request, apiPrefix)) return
    reply.header('Date', forumNow().toUTCString()).header('X-Forum-Now', forumNow().toISOString())
  })
}

/** Every answer is for its caller alone, unless its route says that it is public. */
function keepPrivate(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store').header('Vary', 'Authorization, Accept-Language')
  })
}
