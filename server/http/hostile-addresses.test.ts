import { describe, expect, it } from 'vitest'
import { startHttpApp } from './http-app.fixture.ts'

describe('hostile addresses', () => {
  it.each([
    '/api/%zz',
    '/%',
    '/api/front/query/%00/all',
    '/api//news',
    '/api/../api/me',
    '/api/strange%00',
    '/api/news?q=%00',
    `/api/${'a'.repeat(5000)}`,
    `/api/front/query/${'a'.repeat(5000)}/all`,
  ])('%s gets a refusal in the envelope', async (url) => {
    const answer = await (await startHttpApp()).inject({ url })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.json()).toMatchObject({ data: null, requestId: 'r1' })
  })
})
