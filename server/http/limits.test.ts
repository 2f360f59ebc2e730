import { describe, expect, it } from 'vitest'
import type { FastifyPluginAsync } from 'fastify'
import { success } from './envelope.ts'
import { toClientAddress } from './limits.ts'
import { publicRoute, startHttpApp } from './http-app.fixture.ts'

const limited: FastifyPluginAsync = async (app) => {
  const config = { ...publicRoute, rateLimit: { max: 2 } }
  app.get('/few/:id', { config }, async () => success(null))
  app.get('/other', { config }, async () => success(null))
}

describe('limits', () => {
  it('count an address on one route, whatever it sends, and let health checks pass', async () => {
    const app = await startHttpApp({ hasRateLimits: true, routes: [limited] })
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

  it.each([
    ['192.0.2.1:1001', '192.0.2.1:1002'],
    ['[2001:db8::1]:1001', '[2001:db8::1]:1002'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['192.0.2.1:', '192.0.2.1'],
    ['"[2001:db8::1]:1"', '2001:DB8::1'],
    ['::ffff:c000:201', '192.0.2.1'],
  ])('count %s and %s, as a proxy names them, for one address', async (one, two) => {
    const app = await startHttpApp({ hasRateLimits: true, trustProxy: 1, routes: [limited] })
    const ask = async (forwarded: string) =>
      (await app.inject({ url: '/api/other', headers: { 'x-forwarded-for': `10.0.0.9, ${forwarded}` } }))
        .statusCode
    expect([await ask(one), await ask(two), await ask(one)]).toEqual([200, 200, 429])
  })
})

describe('clientAddress', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::FFFF:0a01:0203', '10.1.2.3'],
    ['0:0:0:0:0:ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:DB8::1:2:3:4', '2001:db8:0:0'],
    ['unknown', 'unknown'],
    ['no:address', 'no:address'],
  ])('%s counts as %s', (address, block) => {
    expect(toClientAddress(address)).toBe(block)
  })
})
