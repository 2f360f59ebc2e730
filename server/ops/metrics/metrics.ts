import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { createHttpError } from '#server/errors.ts'

const path = '/metrics'

/** Limits of the histogram in seconds, around what the benches hold calls to (300 ms). */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 10]

/** Adds figures of a part of the forum to a registry; they are read when they are asked for. */
export type AddGauges = (registry: Registry) => void

/**
 * `GET /metrics` in Prometheus' text form, for whoever has the operator's token; to everybody else there is no such
 * address. Requests are counted by the route that took them, never by what a caller wrote: the number of series is that
 * of the routes.
 * @param token the operator's; without one nothing is counted
 */
export function registerMetrics(app: FastifyInstance, token: string | undefined, addGauges: AddGauges): void {
  const registry = token === undefined ? undefined : count(app, addGauges)
  app.get(
    path,
    {
      config: { permission: { kind: 'public' } },
      schema: { tags: ['operations'], summary: 'Figures for Prometheus, with the operator’s token' },
    },
    async (request, reply) => {
      if (!registry || !isToken(request.headers.authorization, token)) throw createHttpError('not_found')
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )
}

function count(app: FastifyInstance, addGauges: AddGauges): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addGauges(registry)
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['route'],
    buckets: durationBuckets,
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Node's parser knows a fixed list of methods, and addresses without a route share one name.
    const route = (request.is404 ? undefined : request.routeOptions.url) ?? 'none'
    requests.inc({ method: request.method, route, status: reply.statusCode })
    durations.observe({ route }, reply.elapsedTime / 1000)
    done()
  })
  return registry
}

/** Compared by their hashes: neither content nor length is told by the time it takes. */
function isToken(authorization: string | undefined, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (given === undefined || token === undefined) return false
  return timingSafeEqual(hash(given), hash(token))
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
