import { describe, expect, it } from 'vitest'
import { startHttpApp } from './http-app.fixture.ts'

describe('health', () => {
  it('is ready when every part answers', async () => {
    const app = await startHttpApp({ checks: { database: async () => {}, storage: async () => {} } })
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200)
  })

  it('is not ready while it drains or a part is away, but lives', async () => {
    const away = await startHttpApp({
      checks: {
        database: async () => {
          throw new Error('gone')
        },
      },
    })
    expect((await away.inject({ url: '/readyz' })).statusCode).toBe(503)
    expect((await away.inject({ url: '/livez' })).statusCode).toBe(200)
    const draining = await startHttpApp({ isDraining: () => true })
    expect((await draining.inject({ url: '/readyz' })).statusCode).toBe(503)
    expect((await draining.inject({ url: '/livez' })).statusCode).toBe(200)
  })
})
