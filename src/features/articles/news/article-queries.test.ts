import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#platform/api.ts'
import type { CachedContent } from '#platform/content-cache.ts'
import {
  articleDetailQuery,
  seedArticleDetail,
  fetchArticle,
  isArticleNumber,
  getArticleCacheKey,
  type FindArticleDeps,
} from './article-queries.ts'
import { findListedArticle, newsListQuery } from './queries.ts'
import type { FoundArticle, NewsRow } from './queries.ts'

test('details stand under their names in the state, by id [195-197]', () => {
  expect(articleDetailQuery('informations', 'n1').queryKey).toEqual(['article', 'newsDetail', 'n1'])
  expect(articleDetailQuery('documents', 'd1').queryKey).toEqual(['article', 'documentsDetail', 'd1'])
  expect(articleDetailQuery('qa', 'q1').queryKey).toEqual(['article', 'qaDetail', 'q1'])
})

test('what a number finds is its detail, and no detail is there of what it does not find [197]', () => {
  const client = new QueryClient()
  const article = { module: 'qa', row: { id: 'q1', no: 'Q1' }, previous: null, next: null } as FoundArticle
  seedArticleDetail(article, client)
  seedArticleDetail({ module: 'none', wasHere: true }, client)
  expect(client.getQueryData(articleDetailQuery('qa', 'q1').queryKey)).toBe(article.row)
  expect(client.getQueryCache().findAll()).toHaveLength(1)
})

test('what the list of news knows of an article is found by its number, zeros and all', () => {
  const client = new QueryClient()
  expect(findListedArticle(client, '7')).toBeUndefined()
  const [zeros, plain] = ['007', '7'].map((no) => ({ id: no, no }) as NewsRow)
  const page = { items: [zeros, plain] as NewsRow[], page: 1, size: 20, total: 2 }
  client.setQueryData(newsListQuery().queryKey, { pages: [page], pageParams: [1] })
  expect(findListedArticle(client, '007')).toBe(zeros)
  expect(findListedArticle(client, '7')).toBe(plain)
})

const { signal } = new AbortController()
const createApiError = (status: number, key: 'not_found' | 'server.error' | undefined) =>
  new ApiError({ status, code: status, msg: '', url: '/', key })

/** A server that returns or throws `response`, and a cache that holds `cached`. */
function createDeps(response: unknown, cached?: unknown): FindArticleDeps {
  return {
    api: {
      article: async () => {
        if (response instanceof Error) throw response
        return response as never
      },
    },
    getCached: async <T>(key: string) =>
      key === getArticleCacheKey('7') && cached !== undefined
        ? ({ data: cached } as CachedContent<T>)
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
  expect(await fetchArticle('7', signal, createDeps(found))).toEqual(found)
})

test('a number that nothing has is an answer; the device tells whether there was something', async () => {
  const notFound = createApiError(404, 'not_found')
  expect(await fetchArticle('7', signal, createDeps(notFound))).toEqual({ module: 'none', wasHere: false })
  const withdrawn = { module: 'none', wasHere: true }
  expect(await fetchArticle('7', signal, createDeps(notFound, { module: 'informations' }))).toEqual(withdrawn)
  expect(await fetchArticle('7', signal, createDeps(notFound, withdrawn))).toEqual(withdrawn)
  const unknown = { module: 'none', wasHere: false }
  expect(await fetchArticle('7', signal, createDeps(notFound, unknown))).toEqual(unknown)
})

test('no answer, a busy server and the 404 of something else than our server say nothing about an article', async () => {
  for (const failure of [
    new NetworkError('no_answer', '/'),
    createApiError(503, undefined),
    createApiError(404, undefined),
  ])
    await expect(fetchArticle('7', signal, createDeps(failure, { module: 'informations' }))).rejects.toBe(
      failure,
    )
})
