import { expect, test } from 'vitest'
import type { ListParams } from '#contract/api.ts'
import type { ContentCache } from '#platform/content-cache.ts'
import { fetchNewest, newestArticleCount } from './prefetch-newest-articles.ts'

const { signal } = new AbortController()

test('the newest articles come whole in one call, with their neighbours, as the first to go', async () => {
  const requests: [string, ListParams | undefined][] = []
  const cached: Parameters<ContentCache['set']>[] = []
  const items = ['9', '8', '007'].map((no) => ({
    id: `n${no}`,
    no,
    title: { 'zh-CN': no, en: no },
    body: {},
  }))
  const numbers = await fetchNewest(signal, {
    api: {
      // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the signature is the API's
      list: async <Row>(module: string, params?: ListParams) => {
        requests.push([module, params])
        return { items: items as Row[], page: 1, size: 30, total: 99 }
      },
    },
    setCached: async (...call) => {
      cached.push(call)
      return true
    },
    serverNowMs: () => 5,
  })
  expect(numbers).toEqual(['9', '8', '007'])
  expect(requests.map(([module, params]) => [module, params?.size])).toEqual([
    ['informations', newestArticleCount],
  ])
  expect(requests[0]?.[1]?.fields).toContain('body')
  expect(cached.map(([entries, use]) => [entries.map(([key]) => key), use])).toEqual([
    [['article/9', 'article/8', 'article/007'], 'spare'],
  ])
  expect(cached[0]?.[0][1]?.[1]).toEqual({
    asOfMs: 5,
    data: {
      module: 'informations',
      row: items[1],
      previous: { no: '9', title: items[0]?.title },
      next: { no: '007', title: items[2]?.title },
    },
  })
})
