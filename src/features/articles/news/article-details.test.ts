import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { articleDetailQuery, seedArticleDetail } from './article-details.ts'
import { findListedArticle } from './find-listed.ts'
import { newsListQuery } from './queries.ts'
import type { FoundArticle, NewsRow } from './rows.ts'

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
