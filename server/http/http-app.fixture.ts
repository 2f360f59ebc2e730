import { onTestFinished } from 'vitest'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { success } from './envelope.ts'
import { createHttpApp, type HttpOptions } from './http-app.ts'
import { sendPublic } from './public-response.ts'
import { createHttpError } from '../errors.ts'

export const publicRoute = { permission: { kind: 'public' } } as const

const routes: FastifyPluginAsync = async (app) => {
  app.get('/news', { config: publicRoute }, (_request, reply) =>
    sendPublic(reply, { body: JSON.stringify(success(['a'])), etag: 'tag' }),
  )
  app.get('/me', { config: { permission: { kind: 'signed_in' } } }, async (request) =>
    success(request.caller),
  )
  app.get(
    '/front/query/:module/all',
    { config: { permission: { kind: 'module', action: 'list' } } },
    async () => success('rows'),
  )
  app.get('/operate', { config: { permission: { kind: 'operator' } } }, async () => success('done'))
  app.post('/echo', { config: publicRoute }, async (request) => success(request.body))
  app.post(
    '/strict',
    {
      config: publicRoute,
      schema: {
        body: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: { name: { type: 'string', maxLength: 3 }, age: { type: 'integer' } },
        },
      },
    },
    async () => success(null),
  )
  app.get('/broken', { config: publicRoute }, async () => {
    throw new Error('select secret from users')
  })
  app.get('/away', { config: publicRoute }, async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  })
  app.get('/wrong-login', { config: publicRoute }, async () => {
    throw createHttpError('sign_in.refused')
  })
}

/** The http layer over routes made for tests, closed when the test ends. */
export async function startHttpApp(options: Partial<HttpOptions> = {}): Promise<FastifyInstance> {
  let requests = 0
  const app = await createHttpApp({
    apiPrefix: '/api',
    logLevel: 'silent',
    hasRateLimits: false,
    newId: () => `r${(requests += 1)}`,
    nowMs: () => 0,
    findCaller: async (token) =>
      token === 'good' || token === 'admin'
        ? { kind: 'user', id: 'u1', role: 'participant', isAdministrator: token === 'admin' }
        : undefined,
    canUseModule: (caller, module) => module === 'open' || (module === 'own' && caller.kind === 'user'),
    checks: {},
    isDraining: () => false,
    routes: [routes],
    ...options,
  })
  onTestFinished(() => app.close())
  return app
}
