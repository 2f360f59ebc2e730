import { describe, expect, it } from 'vitest'
import { startHttpApp } from './http-app.fixture.ts'

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
})
