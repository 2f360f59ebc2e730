import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { createHttpError } from '../errors.ts'

/** Largest request body. */
export const bodyLimitBytes = 1024 * 1024
/** Largest body of a sign-in: for the `bodyLimit` of its routes. */
export const signInBodyLimitBytes = 64 * 1024

/**
 * Requests per minute from one address to one route. All visitors of a venue may share one address: 600 requests per second
 * over a few routes must pass in the minute in which everyone scans the QR code.
 */
const callsPerMinute = 30_000
/** Counters in memory, one per address and route; the least recently used are dropped first. */
const maxKeys = 50_000
/** Longest delay of the event loop before requests are turned away, in milliseconds. */
const maxEventLoopDelayMs = 1000
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
 * Limits requests per address and route. A route sets a lower limit by `config.rateLimit`. The key contains only what the
 * caller cannot vary.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    max: callsPerMinute,
    timeWindow: 60_000,
    cache: maxKeys,
    keyGenerator: getRateKey,
    errorResponseBuilder: (_request, context) =>
      createHttpError('rate.limited', { retryAfterSeconds: Math.max(1, Math.ceil(context.ttl / 1000)) }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  })
}

/** One key for an address and a route; addresses without a route share one. */
function getRateKey(request: FastifyRequest): string {
  return `${toClientAddress(request.ip)} ${request.method} ${request.routeOptions.url ?? 'none'}`
}

/**
 * Returns an IPv4 address (also for an IPv4-mapped IPv6 address), or the /64 block of an IPv6 address, within which one
 * subscriber can choose any address. Other texts are returned unchanged.
 */
export function toClientAddress(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address
  const plain = ipaddr.process(address)
  if (plain instanceof ipaddr.IPv4) return plain.toString()
  return plain.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** Origin of a request, as the audit log stores it. */
export interface RequestOrigin {
  requestId: string
  /** Address, or /64 block. */
  clientAddress: string
}

/** Returns the origin of a request. */
export function requestOrigin(request: FastifyRequest): RequestOrigin {
  return { requestId: request.id, clientAddress: toClientAddress(request.ip) }
}
