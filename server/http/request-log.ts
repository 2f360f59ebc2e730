import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from './not-found.ts'

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
  return { method: request.method, path: pathOf(request.url) }
}

/** One line a call, after its answer; files of the app only when `debug` is asked. */
export function logRequests(app: FastifyInstance, apiPrefix: string): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      req: request,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    const level = isCall(request, apiPrefix) ? 'info' : 'debug'
    request.log[level](line, 'call')
  })
}

/** True for a call of the API, whichever way its address is written: `/%61pi/modules` meets the same route. */
export function isCall(request: FastifyRequest, apiPrefix: string): boolean {
  return (request.routeOptions.url ?? request.url).startsWith(`${apiPrefix}/`)
}
