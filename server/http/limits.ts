import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { createHttpError } from '../errors.ts'

/** Largest request body. Uploads have limits of their own. */
export const bodyLimitBytes = 1024 * 1024
/** Largest body of a sign-in and of every HTML form: for the `bodyLimit` of their routes. */
export const signInBodyLimitBytes = 64 * 1024

/**
 * Requests per minute from one address to one route. All visitors of a venue may share one address: 600 requests per second
 * over a few routes must pass in the minute in which everyone scans the QR code.
 */
const requestsPerMinute = 30_000
/** Counters in memory, one per address and route; the least recently used are dropped first. */
const maxCounters = 50_000
/** Longest delay of the event loop before requests are turned away, in milliseconds. */
const maxEventLoopDelayMs = 1000
/** Seconds after which a client that was turned away may retry. */
const busyRetrySeconds = 2

/** Rejects requests while the event loop is overloaded; the health routes always respond. */
export async function shedLoad(app: FastifyInstance, isHealthRoute: (url: string) => boolean): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler: (request, reply) => {
      if (isHealthRoute(request.url)) return
      reply.send(createHttpError('server.busy', { retryAfterSeconds: busyRetrySeconds }))
    },
  })
}

/**
 * Limits requests per address and route. A route can set a lower limit by `config.rateLimit`. The key of a counter contains
 * nothing that a client can vary.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    cache: maxCounters,
    keyGenerator: getRateKey,
    errorResponseBuilder: (_request, context) =>
      createHttpError('rate.limited', { retryAfterSeconds: Math.max(1, Math.ceil(context.ttl / 1000)) }),
    // The public API has only `Retry-After`, which the error handler adds.
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  })
}

/** Creates the key of a counter: address and route. All paths without a route share one key per address. */
function getRateKey(request: FastifyRequest): string {
  return `${toClientAddress(request.ip)} ${request.method} ${request.routeOptions.url ?? 'none'}`
}

/**
 * Converts an IP address to the form in which requests are counted: an IPv4 address (also of an IPv4-mapped IPv6 address) as it
 * is, an IPv6 address as its /64 prefix, because one subscriber can use all addresses of it. Other texts are unchanged.
 */
export function toClientAddress(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** Origin of a request, as the audit log stores it. */
export interface RequestOrigin {
  requestId: string
  /** IP address, of IPv6 the /64 prefix. */
  clientAddress: string
}

/** Gets the origin of a request. Requests about accounts also need the device (`getOriginWithDevice`). */
export function getRequestOrigin(request: FastifyRequest): RequestOrigin {
  return { requestId: request.id, clientAddress: toClientAddress(request.ip) }
}
