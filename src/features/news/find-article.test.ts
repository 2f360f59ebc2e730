import { expect, test } from 'vitest'
import type { ListParams } from '#contract/calls.ts'
import type { Api } from '#lib/api.ts'
import { loadArticle } from './find-article.ts'

interface StoredRow {
  id: string
  no: string
}

/** An API over rows in memory that knows the one filter of the page. */
// oxlint-disable typescript/no-unnecessary-type-parameters -- the signatures are the API's
function apiOver(tables: Record<string, StoredRow[]>): Pick<Api, 'list' | 'detail'> {
  return {
    list: async <Row>(module: string, params?: ListParams) => {
      const no = params?.filters?.[0]?.value
      const items = (tables[module] ?? []).filter((row) => row.no === no) as Row[]
      return { items, page: 1, size: 1, total: items.length }
    },
    detail: async <Row>(module: string, id: string) => tables[module]?.find((row) => row.id === id) as Row,
  }
}

const { signal } = new AbortController()
const api = apiOver({
  informations: [
    { id: 'n1', no: '7' },
    { id: 'n2', no: '007' },
  ],
  documents: [{ id: 'd1', no: 'D-12a' }],
})

test('a number is a text: leading zeros make another article', async () => {
  expect(await loadArticle(api, '007', signal)).toEqual({
    module: 'informations',
    row: { id: 'n2', no: '007' },
  })
  expect(await loadArticle(api, '7', signal)).toEqual({ module: 'informations', row: { id: 'n1', no: '7' } })
})

test('documents have article pages too', async () => {
  expect(await loadArticle(api, 'D-12a', signal)).toEqual({
    module: 'documents',
    row: { id: 'd1', no: 'D-12a' },
  })
})

test('a number that nothing has is not found', async () => {
  await expect(loadArticle(api, '12', signal)).rejects.toMatchObject({ status: 404, key: 'not_found' })
})
