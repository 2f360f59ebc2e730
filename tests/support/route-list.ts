import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** A route as the server registered it. */
export interface ServedRoute {
  method: string
  /** With its parameters: `/api/front/query/:module/all`. */
  url: string
  options: RouteOptions
}

/**
 * Records every route that a server registers while `start` runs, hidden ones included, but not Fastify's own HEAD
 * routes.
 */
export async function recordRoutes<Result>(
  start: () => Promise<Result>,
): Promise<{ result: Result; routes: readonly ServedRoute[] }> {
  const routes: ServedRoute[] = []
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (options) => {
      for (const method of [options.method].flat())
        if (method !== 'HEAD') routes.push({ method, url: options.url, options })
    })
  }
  subscribe('fastify.initialization', watch)
  try {
    return { result: await start(), routes }
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}
