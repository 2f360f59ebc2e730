import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#lib/api.ts'
import type { CachedContent } from '#lib/content-cache.ts'
import { fetchArticle, isArticleNumber, getArticleCacheKey, type FindArticleDeps } from './find-article.ts'

const { signal } = new AbortController()
const refusal = (status: number, key: 'not_found' | 'server.error' | undefined) =>
  new ApiError({ status, code: status, msg: '', url: '/', key })

/** A server that answers or throws this, and a shelf that holds that. */
function parts(answer: unknown, kept?: unknown): FindArticleDeps {
  return {
    api: {
      article: async () => {
        if (answer instanceof Error) throw answer
        return answer as never
      },
    },
    getBody: async <T>(key: string) =>
      key === getArticleCacheKey('7') && kept !== undefined
        ? ({ data: kept } as CachedContent<T>)
        : undefined,
  }
}

test('numbers keep zeros and letters; what can be none is not asked for', () => {
  expect(['007', 'D-12a', 'a'.repeat(32)].filter((no) => !isArticleNumber(no))).toEqual([])
  const none = ['', ' 7', '7 ', 'a/b', '%2F', '..', '七', '<b>', 'a'.repeat(33), 'a'.repeat(1000)]
  expect(none.filter(isArticleNumber)).toEqual([])
})

test('what the server answers is the article', async () => {
  const found = { module: 'qa', row: { id: 'q1' }, previous: null, next: null }
  expect(await fetchArticle('7', signal, parts(found))).toEqual(found)
})

test('a number that nothing has is an answer; the device tells whether there was something', async () => {
  const gone = refusal(404, 'not_found')
  expect(await fetchArticle('7', signal, parts(gone))).toEqual({ module: 'none', wasHere: false })
  const withdrawn = { module: 'none', wasHere: true }
  expect(await fetchArticle('7', signal, parts(gone, { module: 'informations' }))).toEqual(withdrawn)
  expect(await fetchArticle('7', signal, parts(gone, withdrawn))).toEqual(withdrawn)
  const unknown = { module: 'none', wasHere: false }
  expect(await fetchArticle('7', signal, parts(gone, unknown))).toEqual(unknown)
})

test('no answer, a busy server and the 404 of something else than our server say nothing about an article', async () => {
  for (const failure of [
    new NetworkError('no_answer', '/'),
    refusal(503, undefined),
    refusal(404, undefined),
  ])
    await expect(fetchArticle('7', signal, parts(failure, { module: 'informations' }))).rejects.toBe(failure)
})
