import { describe, expect, it } from 'vitest'
import { startHttpApp } from './http-app.fixture.ts'

const forumNow = () => new Date('2023-09-06T02:10:00Z')

async function openerPolicyAt(host: string, publicUrl?: string): Promise<unknown> {
  const app = await startHttpApp(publicUrl === undefined ? {} : { publicUrl })
  return (await app.inject({ url: '/livez', headers: { host } })).headers['cross-origin-opener-policy']
}

describe('headers', () => {
  it('protect every answer and name no server', async () => {
    const app = await startHttpApp()
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

  it('leave out what browsers heed on trusted origins only, where this is none', async () => {
    expect(await openerPolicyAt('192.0.2.7:3000')).toBeUndefined()
    expect(await openerPolicyAt('127.0.0.1:3000')).toBe('same-origin')
    // Behind a proxy that brings https and was not named to the server.
    expect(await openerPolicyAt('forum.example', 'https://forum.example')).toBe('same-origin')
  })

  it('keep to https once a proxy has brought it that is trusted, and where people come by https', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    const strictAt = async (options: Parameters<typeof startHttpApp>[0]) =>
      (await (await startHttpApp(options)).inject({ url: '/livez', headers })).headers[
        'strict-transport-security'
      ]
    const strict = 'max-age=31536000; includeSubDomains'
    expect(await strictAt({ trustProxy: true })).toBe(strict)
    expect(await strictAt({ publicUrl: 'https://forum.example' })).toBe(strict)
    expect(await strictAt({})).toBeUndefined()
    expect(await strictAt({ publicUrl: 'http://forum.example' })).toBeUndefined()
    // Who calls from elsewhere than the declared proxy says nothing by its headers.
    expect(await strictAt({ trustProxy: '10.0.0.1' })).toBeUndefined()
  })

  it('keep private answers out of caches and let public ones be asked again by tag', async () => {
    const app = await startHttpApp()
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

  it('keep private answers out of caches however their address is written [300]', async () => {
    const app = await startHttpApp()
    const own = await app.inject({ url: '/%61pi/me', headers: { authorization: 'good' } })
    expect(own.statusCode).toBe(200)
    expect(own.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Authorization, Accept-Language' })
  })

  it('give the time of a demonstration on calls, and the real one elsewhere', async () => {
    const app = await startHttpApp({ forumNow })
    const { headers } = await app.inject({ url: '/api/news' })
    expect([headers['date'], headers['x-forum-now']]).toEqual([
      'Wed, 06 Sep 2023 02:10:00 GMT',
      '2023-09-06T02:10:00.000Z',
    ])
    expect((await app.inject({ url: '/livez' })).headers['date']).not.toContain('2023')
    expect((await (await startHttpApp()).inject({ url: '/api/news' })).headers['x-forum-now']).toBeUndefined()
  })
})
