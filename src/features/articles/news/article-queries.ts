import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { NetworkError } from '#platform/api.ts'
import { networkFirst } from '#platform/network-first.ts'
import { documentsQuery } from '#features/articles/downloads'
import { seedArticleDetail } from './article-details.ts'
import { fetchArticle, isArticleNumber, getArticleCacheKey } from './find-article.ts'
import { newsFreshMs } from './queries.ts'
import type { Article } from './rows.ts'

/**
 * Reads an article by number, with its neighbours.
 * Its text is cached for offline use. A document can also come from the list of documents, which has all of it.
 */
export const articleQuery = (no: string) =>
  queryOptions({
    queryKey: ['article', 'view', no],
    queryFn: async (context): Promise<Article> => {
      if (!isArticleNumber(no)) return { module: 'none', wasHere: false }
      try {
        return await networkFirst(getArticleCacheKey(no), ({ signal }) => fetchArticle(no, signal), {
          onData: seedArticleDetail,
        })(context)
      } catch (error) {
        const found = error instanceof NetworkError ? findDocument(context.client, no) : undefined
        if (!found) throw error
        seedArticleDetail(found, context.client)
        return found
      }
    },
    // A number without an article may get one later.
    staleTime: ({ state }) => (state.data?.module === 'none' ? 0 : newsFreshMs),
    meta: { quiet: true } as const,
  })

function findDocument(client: QueryClient, no: string): Article | undefined {
  const row = client.getQueryData(documentsQuery().queryKey)?.find((document) => document.no === no)
  return row && { module: 'documents', row, previous: null, next: null }
}
