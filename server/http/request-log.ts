import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify'
import { toHttpError } from './error-handler.ts'
import { toClientAddress } from './limits.ts'
import type { Caller } from './caller.ts'
import { getPath } from './not-found.ts'
import { StoredHttpError, type HttpError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Error that the request failed with. */
    httpError: HttpError | undefined
  }
}

/** A request that its caller has no permission for; `recordDenied` writes it into the audit log. */
export interface DeniedCall {
  /** Account of the caller; requests without one are not recorded. */
  accountId: string
  /** Name of a module in the URL, as the caller wrote it; undefined for a route without one. */
  module: string | undefined
  requestId: string
  clientAddress: string
}

/** Where log lines go: `log-output.ts` writes them to standard output, tests collect them. */
export interface LogStream {
  write(line: string): void
}

/** Options for JSON lines without token, query and body: a search may contain a person's name. */
export function loggerOptions(
  level: string,
  stream?: LogStream,
): NonNullable<FastifyHttpOptions<Server>['logger']> {
  return {
    level,
    ...(stream && { stream }),
    // Without the process id and host name that pino adds.
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { req: toLoggedRequest },
    // At level trace, libraries log whole headers, which contain the token.
    redact: { paths: ['headers', '*.headers', '*.*.headers'], remove: true },
    formatters: { level: (label) => ({ level: label }) },
  }
}

function toLoggedRequest(request: FastifyRequest): { method: string; path: string } {
  return { method: request.method, path: getPath(request.url) }
}

/**
 * Logs one line per request after its response; files of the app at level `debug` only.
 * @param recordDenied called for requests that a signed-in user has no permission for
 */
export function logRequests(
  app: FastifyInstance,
  apiPrefix: string,
  recordDenied?: (call: DeniedCall) => Promise<void>,
): void {
  app.decorateRequest('httpError')
  app.addHook('onError', async (request, _reply, error) => {
    // A stored error was logged with its first response.
    if (!((error as unknown) instanceof StoredHttpError)) request.httpError = toHttpError(error)
  })
  app.addHook('onResponse', async (request, reply) => {
    const accountId = getAccountId(request)
    const line = {
      req: request,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: accountId,
      refusal: request.httpError?.key,
    }
    const level = isApiRequest(request, apiPrefix) ? 'info' : 'debug'
    request.log[level](line, 'call')
    if (!recordDenied || accountId === undefined || !isDenied(request)) return
    const { module } = request.params as { module?: string }
    const call = { accountId, module, requestId: request.id, clientAddress: toClientAddress(request.ip) }
    await recordDenied(call).catch((err: unknown) => request.log.warn({ err }, 'denied call not noted'))
  })
}

function getAccountId(request: FastifyRequest): string | undefined {
  // There is no caller when the token could not be looked up, or when an earlier hook rejected the request.
  const caller: Caller | undefined = request.callerFailure ? undefined : request.caller
  return caller?.kind === 'user' ? caller.id : undefined
}

/**
 * Checks for a missing permission, or a write to a row that the user does not see. A read of such a row is an old link and
 * is not recorded; nor is a path without a route.
 */
function isDenied({ httpError, method, is404 }: FastifyRequest): boolean {
  if (httpError?.key !== 'not_found' || is404) return false
  return httpError.isDenied || (method !== 'GET' && method !== 'HEAD')
}

/** Checks for a request of the API, however its path is encoded: `/%61pi/modules` matches the same route. */
export function isApiRequest(request: FastifyRequest, apiPrefix: string): boolean {
  return (request.routeOptions.url ?? request.url).startsWith(`${apiPrefix}/`)
}
