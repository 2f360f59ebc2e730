import { describe, expect, it } from 'vitest'
import { success } from './envelope.ts'
import { publicRoute, startHttpApp } from './http-app.fixture.ts'

describe('the gate', () => {
  it('does not let the server start when a route declares no permission', async () => {
    const app = await startHttpApp({
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
    const answer = await (
      await startHttpApp()
    ).inject({ url, headers: token ? { authorization: token } : {} })
    expect(answer.statusCode).toBe(status)
  })

  it('answers nobody the same for what is closed and what does not exist', async () => {
    const app = await startHttpApp({ newId: () => 'same' })
    const [closed, missing, unknown] = await Promise.all(
      ['/api/me', '/api/nothing', '/api/front/query/nonsense/all'].map((url) => app.inject({ url })),
    )
    expect(missing?.body).toBe(closed?.body)
    expect(unknown?.body).toBe(closed?.body)
    expect(Object.keys(missing?.headers ?? {})).toEqual(Object.keys(closed?.headers ?? {}))
  })

  it('reads public things as nobody with an expired token, and says so', async () => {
    const answer = await (
      await startHttpApp()
    ).inject({ url: '/api/news', headers: { authorization: 'expired' } })
    expect([answer.statusCode, answer.headers['x-session']]).toEqual([200, 'expired'])
  })

  it.each([
    ['the database is away', Object.assign(new Error('away'), { code: 'ECONNREFUSED' })],
    ['no connection is free', new Error('timeout exceeded when trying to connect')],
    ['the look-up takes too long', Object.assign(new Error('canceled'), { code: '57014' })],
    ['the database fails otherwise', new Error('out of shared memory')],
  ])('takes nobody who sent a token for nobody while %s: 503, to come back', async (_, failure) => {
    const app = await startHttpApp({
      findCaller: () => Promise.reject(failure),
      routes: [
        async (planted) => {
          planted.get('/mine', { config: publicRoute }, async ({ caller }) => success(caller))
          planted.get('/all', { config: publicRoute }, async () => success(null))
          const config = { permission: { kind: 'module', action: 'list' } } as const
          planted.get('/list/:module', { config }, async () => success(null))
        },
      ],
    })
    const ask = async (url: string) => app.inject({ url, headers: { authorization: 'good' } })
    for (const url of ['/api/mine', '/api/list/open', '/api/list/own', '/api/nothing']) {
      const answer = await ask(url)
      expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 503, '5'])
      expect(answer.headers).not.toHaveProperty('x-session')
    }
    // What is the same whoever asks goes on from memory.
    expect((await ask('/api/all')).statusCode).toBe(200)
    expect((await app.inject({ url: '/api/mine' })).json()).toMatchObject({ data: { kind: 'anonymous' } })
  })
})
