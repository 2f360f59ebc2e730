import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createPublicResponseCache } from './public-response-cache.ts'

function setUp(maxBytes?: number) {
  const state = { revision: 1, made: 0 }
  const revisions = { current: async () => state.revision }
  const lists = createPublicResponseCache(revisions, maxBytes)
  const ask = (key: string, body = 'x'.repeat(2000)) =>
    lists.getResponse('news', key, async () => {
      state.made += 1
      return body
    })
  return { state, ask }
}

describe('public answers', () => {
  it('are made once while nothing changed, also for calls at the same time', async () => {
    const { state, ask } = setUp()
    await Promise.all([ask('a'), ask('a')])
    await ask('a')
    expect(state.made).toBe(1)
    await ask('b')
    expect(state.made).toBe(2)
  })

  it('are made anew after a change', async () => {
    const { state, ask } = setUp()
    const before = await ask('a', 'old')
    state.revision = 2
    const after = await ask('a', 'new')
    expect(String(after.body)).toBe('new')
    expect(after.etag).not.toBe(before.etag)
  })

  it('are compressed once they are asked again, under the same tag', async () => {
    const { ask } = setUp()
    const first = await ask('a')
    expect(first.brotli).toBeUndefined()
    const again = await ask('a')
    expect(again.etag).toBe(first.etag)
    expect(String(brotliDecompressSync(again.brotli ?? ''))).toBe(String(first.body))
    expect(String(gunzipSync(again.gzip ?? ''))).toBe(String(first.body))
    expect((await ask('short', 'x')).brotli ?? (await ask('short', 'x')).brotli).toBeUndefined()
  })

  it('are dropped, the least recently used first, when they go over the bound', async () => {
    const { state, ask } = setUp(6000)
    await ask('a')
    await ask('b')
    await ask('a')
    await ask('c')
    expect(state.made).toBe(3)
    await ask('a')
    expect(state.made).toBe(3)
    await ask('b')
    expect(state.made).toBe(4)
  })

  it('that fail are not kept', async () => {
    const lists = createPublicResponseCache({ current: async () => 1 })
    const fail = () => lists.getResponse('news', 'a', () => Promise.reject(new Error('away')))
    await expect(fail()).rejects.toThrow('away')
    expect(String((await lists.getResponse('news', 'a', async () => 'fine')).body)).toBe('fine')
  })
})
