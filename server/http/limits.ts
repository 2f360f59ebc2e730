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
 * Calls a minute from one address to one route. A venue's visitors may share one address: 600 calls a second over a
 * few routes in the minute in which everyone scans the code (security.md "Faults") must pass.
 */
const callsAMinute = 30_000
/** Addresses times routes that are remembered; the least recently used go first. */
const rememberedKeys = 50_000
/** Longest delay of the event loop before requests are turned away, in milliseconds. */
const maxEventLoopDelayMs = 1000
const busyRetrySeconds = 2

/** Turns requests away while the process cannot keep up; the two health routes answer always. */
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
 * Limits calls for each address and route. A route narrows it by `config.rateLimit`, and only what the caller cannot
 * vary makes the key.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    max: callsAMinute,
    timeWindow: 60_000,
    cache: rememberedKeys,
    keyGenerator: rateKey,
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
function rateKey(request: FastifyRequest): string {
  return `${addressBlock(request.ip)} ${request.method} ${request.routeOptions.url ?? 'none'}`
}

/**
 * An IPv4 address, however IPv6 writes it, or the /64 block of an IPv6 address, which one subscriber can vary within. What
 * is no address stays as it is.
 */
export function addressBlock(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address
  const plain = ipaddr.process(address)
  if (plain instanceof ipaddr.IPv4) return plain.toString()
  return plain.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** Where a request comes from, as far as the audit log keeps it. */
export interface RequestOrigin {
  requestId: string
  /** Address, or /64 block. */
  addressBlock: string
}

/** Reads what is kept of a request. */
export function requestOrigin(request: FastifyRequest): RequestOrigin {
  return { requestId: request.id, addressBlock: addressBlock(request.ip) }
}
