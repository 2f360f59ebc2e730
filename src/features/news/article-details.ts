import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import type { Article, ArticleRows } from './rows.ts'

/** Names of the articles' details in the app's state (specification §3). */
const detailNames = {
  informations: 'newsDetail',
  documents: 'documentsDetail',
  qa: 'qaDetail',
} as const satisfies Record<keyof ArticleRows, string>

/** A row of an article by its id. Its number's answer brings it along; by itself it is asked for when that is gone. */
export const articleDetailQuery = <Module extends keyof ArticleRows>(module: Module, id: string) =>
  queryOptions({
    queryKey: ['article', detailNames[module], id],
    queryFn: ({ signal }) => api.detail<ArticleRows[Module]>(module, id, { signal }),
    staleTime: Infinity,
    meta: { quiet: true } as const,
  })

/** Puts the row that a number found where its detail is looked for. */
export function seedArticleDetail(article: Article, client: QueryClient): void {
  if (article.module === 'none') return
  client.setQueryData(articleDetailQuery(article.module, article.row.id).queryKey, article.row)
}
