import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { SearchGroup, SearchQuery } from '#contract/api.ts'
import { isSearchableQuery, overviewQuery } from './queries.ts'

const group = (name: string, total: number): SearchGroup => ({
  name,
  module: name,
  label: { 'zh-CN': name, en: name },
  items: [],
  page: 1,
  size: 4,
  total,
})

describe('the state of the search', () => {
  it('has each group under its name, clinicalTrials too, whatever groups the server has [211]', async () => {
    const client = new QueryClient()
    const requests: SearchQuery[] = []
    const groups = ['documents', 'clinicalTrials', 'meetings', 'materials'].map((name, at) => group(name, at))
    const from = {
      search: async (query: SearchQuery) => {
        requests.push(query)
        return { groups }
      },
    }
    await client.fetchQuery(overviewQuery('能', from))
    expect(requests).toEqual([{ q: '能', size: 4 }])
    for (const one of groups) expect(client.getQueryData(['search', one.name, '能'])).toEqual(one)
  })

  it('asks nothing of no words, nor of too many', () => {
    expect(['', '能'.repeat(201), '能', 'a'.repeat(200)].map(isSearchableQuery)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})
