import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify'
import { toHttpError } from './error-handler.ts'
import { addressBlock } from './limits.ts'
import type { Caller } from './caller.ts'
import { getPath } from './not-found.ts'
import { StoredHttpError, type HttpError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What it is refused with. */
    refusal: HttpError | undefined
  }
}

/** A call that its caller may not make. */
export interface DeniedCall {
  accountId: string
  /** As the address names it. */
  module: string | undefined
  requestId: string
  addressBlock: string
}

/** Where log lines go; tests collect them. */
export interface LogStream {
  write(line: string): void
}

/** JSON lines that hold no token, no query and no body: a search may name a person. */
export function loggerOptions(
  level: string,
  stream?: LogStream,
): NonNullable<FastifyHttpOptions<Server>['logger']> {
  return {
    level,
    ...(stream && { stream }),
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { req: toLoggedRequest },
    // Libraries write whole headers when everything is asked for, the token of the sign-in among them.
    redact: { paths: ['headers', '*.headers', '*.*.headers'], remove: true },
    formatters: { level: (label) => ({ level: label }) },
  }
}

function toLoggedRequest(request: FastifyRequest): { method: string; path: string } {
  return { method: request.method, path: getPath(request.url) }
}

/**
 * One line a call, after its answer; files of the app only when `debug` is asked.
 * @param noteDenied is told of calls that a signed-in person may not make
 */
export function logRequests(
  app: FastifyInstance,
  apiPrefix: string,
  noteDenied?: (call: DeniedCall) => Promise<void>,
): void {
  app.decorateRequest('refusal')
  app.addHook('onError', async (request, _reply, error) => {
    // What was refused before was noted then.
    if (!((error as unknown) instanceof StoredHttpError)) request.refusal = toHttpError(error)
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      req: request,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: accountOf(request),
      refusal: request.refusal?.key,
    }
    const level = isApiRequest(request, apiPrefix) ? 'info' : 'debug'
    request.log[level](line, 'call')
    const accountId = accountOf(request)
    if (!noteDenied || accountId === undefined || !isDenied(request)) return
    const { module } = request.params as { module?: string }
    const call = { accountId, module, requestId: request.id, addressBlock: addressBlock(request.ip) }
    await noteDenied(call).catch((err: unknown) => request.log.warn({ err }, 'denied call not noted'))
  })
}

function accountOf(request: FastifyRequest): string | undefined {
  // A request has none while the token cannot be looked up, and when it is refused before anybody looks who makes it.
  const caller: Caller | undefined = request.callerFailure ? undefined : request.caller
  return caller?.kind === 'user' ? caller.id : undefined
}

/** What a person may not do, and what they want to do to rows that they do not see. */
function isDenied({ refusal, method, is404 }: FastifyRequest): boolean {
  if (refusal?.key !== 'not_found' || is404) return false
  return refusal.isDenied || (method !== 'GET' && method !== 'HEAD')
}

/** True for a call of the API, whichever way its address is written: `/%61pi/modules` meets the same route. */
export function isApiRequest(request: FastifyRequest, apiPrefix: string): boolean {
  return (request.routeOptions.url ?? request.url).startsWith(`${apiPrefix}/`)
}
