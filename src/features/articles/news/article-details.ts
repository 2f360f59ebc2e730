import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '#platform/api.ts'
import type { Article, ArticleRows } from './rows.ts'

/** Names of the articles' details in query keys. */
const detailNames = {
  informations: 'newsDetail',
  documents: 'documentsDetail',
  qa: 'qaDetail',
} as const satisfies Record<keyof ArticleRows, string>

/** Reads an article by id. Usually seeded by the request for its number; fetched when that was evicted. */
export const articleDetailQuery = <Module extends keyof ArticleRows>(module: Module, id: string) =>
  queryOptions({
    queryKey: ['article', detailNames[module], id],
    queryFn: ({ signal }) => api.detail<ArticleRows[Module]>(module, id, { signal }),
    staleTime: Infinity,
    meta: { quiet: true } as const,
  })

/** Stores the row found by number as the detail of its id. */
export function seedArticleDetail(article: Article, client: QueryClient): void {
  if (article.module === 'none') return
  client.setQueryData(articleDetailQuery(article.module, article.row.id).queryKey, article.row)
}
