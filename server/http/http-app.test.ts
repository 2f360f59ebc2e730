import { afterEach, describe, expect, it } from 'vitest'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { success } from './envelope.ts'
import { createHttpApp, type HttpOptions } from './http-app.ts'
import { bodyLimitBytes } from './limits.ts'
import { sendPublic } from './public-answer.ts'
import { refuse } from './refusal.ts'

let open: FastifyInstance | undefined
afterEach(async () => open?.close())

const publicRoute = { permission: { kind: 'public' } } as const

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
    throw refuse('sign_in.refused')
  })
}

async function start(options: Partial<HttpOptions> = {}): Promise<FastifyInstance> {
  let requests = 0
  open = await createHttpApp({
    apiPrefix: '/api',
    logLevel: 'silent',
    hasRateLimits: false,
    newId: () => `r${(requests += 1)}`,
    nowMs: () => 0,
    findCaller: async (token) =>
      token === 'good' || token === 'admin'
        ? { kind: 'user', id: 'u1', role: 'participant', isAdministrator: token === 'admin' }
        : undefined,
    mayUseModule: (caller, module) => module === 'open' || (module === 'own' && caller.kind === 'user'),
    checks: {},
    isDraining: () => false,
    pages: [],
    routes: [routes],
    ...options,
  })
  return open
}

function post(app: FastifyInstance, url: string, payload: string, type = 'application/json') {
  return app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
}

describe('refusals', () => {
  it('speak the language that the caller prefers and carry the request number', async () => {
    const app = await start()
    const chinese = await app.inject({ url: '/api/wrong-login' })
    const english = await app.inject({
      url: '/api/wrong-login',
      headers: { 'accept-language': 'en-GB,zh;q=0.5' },
    })
    expect(chinese.statusCode).toBe(200)
    expect(chinese.json()).toEqual({
      code: 401,
      msg: '账号或密码不正确。',
      data: null,
      error: { key: 'sign_in.refused', fields: [] },
      requestId: 'r1',
    })
    expect(english.json()).toMatchObject({ msg: 'The account or password is not correct.', requestId: 'r2' })
  })

  it('tell nothing of what went wrong inside; the log has it under the number', async () => {
    const lines: string[] = []
    const app = await start({ logLevel: 'info', logStream: { write: (line) => lines.push(line) } })
    const answer = await app.inject({ url: '/api/broken?name=Li', headers: { authorization: 'good' } })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ code: 500, error: { key: 'server.error' }, requestId: 'r1' })
    expect(answer.body).not.toContain('secret')
    const log = lines.join('')
    expect(log).toContain('select secret from users')
    expect(log).toContain('"reqId":"r1"')
    expect(log).not.toContain('name=Li')
    expect(log).not.toContain('good')
  })

  it('ask for another try when the database is away', async () => {
    const answer = await (await start()).inject({ url: '/api/away' })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ error: { key: 'server.unavailable' } })
  })

  it('name the fields that a schema refuses, and coerce nothing', async () => {
    const answer = await post(await start(), '/api/strict', '{"age":"1","other":1}')
    expect(answer.statusCode).toBe(400)
    const { error } = answer.json<{ error: { key: string; fields: { path: string }[] } }>()
    expect(error.key).toBe('request.invalid')
    expect(error.fields.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: 'age', key: 'field.invalid' },
      { path: 'name', key: 'field.required' },
      { path: 'other', key: 'field.unknown' },
    ])
    const long = await post(await start(), '/api/strict', '{"name":"abcd"}')
    expect(long.json()).toMatchObject({
      error: { fields: [{ path: 'name', key: 'field.too_long', params: { max: 3 } }] },
    })
  })
})

describe('bodies', () => {
  it.each([
    ['malformed JSON', '{"a":', 'application/json', 400, 'request.malformed_json'],
    ['an empty body', '', 'application/json', 400, 'request.malformed_json'],
    ['a prototype key', '{"a":{"__proto__":{"x":1}}}', 'application/json', 400, 'request.malformed_json'],
    [
      'an escaped prototype key',
      String.raw`{"\u005f_proto__":1}`,
      'application/json',
      400,
      'request.malformed_json',
    ],
    [
      'a constructor key',
      '{"constructor":{"prototype":{}}}',
      'application/json',
      400,
      'request.malformed_json',
    ],
    ['21 levels', '['.repeat(21) + ']'.repeat(21), 'application/json', 400, 'request.too_deep'],
    ['a million brackets', '['.repeat(1_000_000), 'application/json', 400, 'request.too_deep'],
    ['more than 1 MB', `"${'a'.repeat(bodyLimitBytes)}"`, 'application/json', 413, 'request.too_large'],
    ['an unknown type', '<a/>', 'application/xml', 415, 'request.unsupported_type'],
  ])('%s is refused', async (_name, payload, type, status, key) => {
    const answer = await post(await start(), '/api/echo', payload, type)
    expect([answer.statusCode, answer.json<{ error: { key: string } }>().error.key]).toEqual([status, key])
  })

  it('20 levels, brackets in strings and forms are taken', async () => {
    const app = await start()
    const deep = '['.repeat(20) + ']'.repeat(20)
    expect((await post(app, '/api/echo', deep)).json()).toMatchObject({ data: JSON.parse(deep) as unknown })
    const text = JSON.stringify({ a: `"${'['.repeat(50)}\\` })
    expect((await post(app, '/api/echo', text)).json()).toMatchObject({ data: JSON.parse(text) as unknown })
    const form = await post(app, '/api/echo', 'a=1&b=%E4%B8%AD', 'application/x-www-form-urlencoded')
    expect(form.json()).toMatchObject({ data: { a: '1', b: '中' } })
  })
})

describe('the gate', () => {
  it('does not let the server start when a route declares no permission', async () => {
    const app = await start({
      routes: [
        async (planted) => {
          planted.get('/planted', async () => success(null))
        },
      ],
    })
    await expect(app.ready()).rejects.toThrow('GET /api/planted')
  })

  it.each([
    ['/api/me', undefined, 401],
    ['/api/me', 'good', 200],
    ['/api/me', 'expired', 401],
    ['/api/front/query/open/all', undefined, 200],
    ['/api/front/query/own/all', undefined, 401],
    ['/api/front/query/own/all', 'good', 200],
    ['/api/front/query/nonsense/all', undefined, 401],
    ['/api/front/query/nonsense/all', 'good', 404],
    ['/api/nothing', undefined, 401],
    ['/api/nothing', 'good', 404],
    ['/api/operate', 'good', 404],
    ['/api/operate', 'admin', 200],
  ])('%s with token %s: %d', async (url, token, status) => {
    const answer = await (await start()).inject({ url, headers: token ? { authorization: token } : {} })
    expect(answer.statusCode).toBe(status)
  })

  it('answers nobody the same for what is closed and what does not exist', async () => {
    const app = await start({ newId: () => 'same' })
    const [closed, missing, unknown] = await Promise.all(
      ['/api/me', '/api/nothing', '/api/front/query/nonsense/all'].map((url) => app.inject({ url })),
    )
    expect(missing?.body).toBe(closed?.body)
    expect(unknown?.body).toBe(closed?.body)
    expect(Object.keys(missing?.headers ?? {})).toEqual(Object.keys(closed?.headers ?? {}))
  })

  it('reads public things as nobody with an expired token, and says so', async () => {
    const answer = await (await start()).inject({ url: '/api/news', headers: { authorization: 'expired' } })
    expect([answer.statusCode, answer.headers['x-session']]).toEqual([200, 'expired'])
  })

  it('goes on with public answers while accounts cannot be read, and says 503 for the rest', async () => {
    const app = await start({
      findCaller: async () => {
        throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      },
    })
    const headers = { authorization: 'good' }
    expect((await app.inject({ url: '/api/news', headers })).statusCode).toBe(200)
    expect((await app.inject({ url: '/api/me', headers })).statusCode).toBe(503)
  })
})

describe('headers', () => {
  it('protect every answer and name no server', async () => {
    const app = await start()
    for (const url of ['/api/news', '/api/nothing', '/livez', '/nowhere.txt']) {
      const { headers } = await app.inject({ url })
      const policy = String(headers['content-security-policy'])
      expect(policy).not.toMatch(/unsafe/)
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['server']).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })

  it('keep to https once a proxy has brought it, and only when that proxy is trusted', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    const behind = await (await start({ trustProxy: true })).inject({ url: '/livez', headers })
    expect(behind.headers['strict-transport-security']).toBe('max-age=31536000')
    const direct = await (await start()).inject({ url: '/livez', headers })
    expect(direct.headers['strict-transport-security']).toBeUndefined()
  })

  it('keep private answers out of caches and let public ones be asked again by tag', async () => {
    const app = await start()
    const own = await app.inject({ url: '/api/me', headers: { authorization: 'good' } })
    expect(own.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Authorization, Accept-Language' })
    const news = await app.inject({ url: '/api/news' })
    expect(news.headers['cache-control']).toMatch(/^public, max-age=0/)
    const again = await app.inject({
      url: '/api/news',
      headers: { 'if-none-match': String(news.headers['etag']) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('limits', () => {
  it('count an address on one route, whatever it sends, and let health checks pass', async () => {
    const limited: FastifyPluginAsync = async (app) => {
      const config = { ...publicRoute, rateLimit: { max: 2 } }
      app.get('/few/:id', { config }, async () => success(null))
      app.get('/other', { config }, async () => success(null))
    }
    const app = await start({ hasRateLimits: true, routes: [limited] })
    const ask = (url: string, remoteAddress: string) =>
      app.inject({ url, remoteAddress, headers: { 'x-forwarded-for': String(Math.random()) } })
    const answers = []
    for (const id of ['a', 'b', 'c?x=1']) answers.push((await ask(`/api/few/${id}`, '10.0.0.1')).statusCode)
    expect(answers).toEqual([200, 200, 429])
    const refused = await ask('/api/few/d', '10.0.0.1')
    expect(refused.json()).toMatchObject({ code: 429, error: { key: 'rate.limited' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('/api/other', '10.0.0.1')).statusCode).toBe(200)
    expect((await ask('/api/few/a', '10.0.0.2')).statusCode).toBe(200)
    expect((await ask('/livez', '10.0.0.1')).statusCode).toBe(200)
  })
})

describe('health', () => {
  it('is ready when every part answers', async () => {
    const app = await start({ checks: { database: async () => {}, storage: async () => {} } })
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200)
  })

  it('is not ready while it drains or a part is away, but lives', async () => {
    const away = await start({
      checks: {
        database: async () => {
          throw new Error('gone')
        },
      },
    })
    expect((await away.inject({ url: '/readyz' })).statusCode).toBe(503)
    expect((await away.inject({ url: '/livez' })).statusCode).toBe(200)
    const draining = await start({ isDraining: () => true })
    expect((await draining.inject({ url: '/readyz' })).statusCode).toBe(503)
    expect((await draining.inject({ url: '/livez' })).statusCode).toBe(200)
  })
})

describe('the description of the API', () => {
  it('is served as OpenAPI and as a page whose policy allows it to run', async () => {
    const app = await start()
    const api = await app.inject({ url: '/api/openapi.json' })
    expect(Object.keys(api.json<{ paths: object }>().paths)).toContain('/api/front/query/{module}/all')
    const page = await app.inject({ url: '/api/docs/' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/)
  })
})

describe('hostile addresses', () => {
  it.each([
    '/api/%zz',
    '/%',
    '/api/front/query/%00/all',
    '/api//news',
    '/api/../api/me',
    `/api/${'a'.repeat(5000)}`,
  ])('%s gets a refusal in the envelope', async (url) => {
    const answer = await (await start()).inject({ url })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.json()).toMatchObject({ data: null, requestId: 'r1' })
  })
})
