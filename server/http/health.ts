import type { FastifyInstance } from 'fastify'
import { success } from './envelope.ts'
import { createHttpError } from '../errors.ts'

const livePath = '/livez'
const readyPath = '/readyz'

/** Longest time for one check, in milliseconds. */
const checkTimeoutMs = 2000
/** Seconds after which a client may ask again while the server is not ready. */
const retryAfterSeconds = 1

/** What the health routes check. */
export interface HealthOptions {
  /** Checks by name, such as database and storage; each resolves when it succeeds. */
  checks: Readonly<Record<string, () => Promise<void>>>
  /** True once the server has begun to end (`drain.ts`). */
  isDraining: () => boolean
}

/** Checks for a path that load balancers request. */
export function isHealthRoute(url: string): boolean {
  return url === livePath || url === readyPath
}

/** `GET /livez`: the process runs. `GET /readyz`: it can serve; 503 while it drains or a check fails. */
export function registerHealth(app: FastifyInstance, { checks, isDraining }: HealthOptions): void {
  app.addHook('onSend', async (_request, reply) => {
    // Clients then reconnect, and a load balancer routes them elsewhere.
    if (isDraining()) reply.header('Connection', 'close')
  })
  const route = { config: { permission: { kind: 'public' as const }, rateLimit: false as const } }
  const schema = { tags: ['operations'], security: [] }
  app.get(livePath, { ...route, schema: { ...schema, summary: 'The process runs' } }, async () =>
    success(null),
  )
  app.get(readyPath, { ...route, schema: { ...schema, summary: 'The server can serve' } }, async () => {
    if (isDraining()) throw createHttpError('server.unavailable', { retryAfterSeconds })
    const runningChecks = Object.entries(checks).map(async ([name, check]) => {
      await withTimeout(check(), checkTimeoutMs, name)
    })
    try {
      await Promise.all(runningChecks)
    } catch (cause) {
      throw createHttpError('server.unavailable', { cause, retryAfterSeconds })
    }
    return success(null)
  })
}

async function withTimeout(check: Promise<void>, limitMs: number, name: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not answer within ${limitMs} ms`)), limitMs)
  })
  try {
    await Promise.race([check, timeout])
  } finally {
    clearTimeout(timer)
  }
}
