import type { FastifyPluginAsync } from 'fastify'
import { describe, expect, it } from 'vitest'
import { success } from './envelope.ts'
import { publicRoute, startHttpApp } from './http-app.fixture.ts'

interface Described {
  paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>
}

const writing: FastifyPluginAsync = async (api) => {
  api.post('/write', { config: { ...publicRoute, takesKey: true } }, async () => success(null))
}

describe('the description of the API', () => {
  it('is served as OpenAPI and as a page whose policy allows it to run', async () => {
    const app = await startHttpApp()
    const api = await app.inject({ url: '/api/openapi.json' })
    expect(Object.keys(api.json<{ paths: object }>().paths)).toContain('/api/front/query/{module}/all')
    const page = await app.inject({ url: '/api/docs/' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/)
  })

  it('says what a key does where a call takes one, and asks nobody for it', async () => {
    const app = await startHttpApp({ routes: [writing] })
    const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<Described>()
    expect(paths['/api/write']?.['post']?.parameters).toMatchObject([
      { in: 'header', name: 'Idempotency-Key', required: false },
    ])
    expect(paths['/api/echo']?.['post']?.parameters).toBeUndefined()
    expect((await app.inject({ method: 'POST', url: '/api/write' })).statusCode).toBe(200)
  })
})
