import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { NetworkError } from '#lib/api.ts'
import { networkFirst } from '#lib/network-first.ts'
import { documentsQuery } from '#features/downloads'
import { seedArticleDetail } from './article-details.ts'
import { fetchArticle, isArticleNumber, getArticleCacheKey } from './find-article.ts'
import { newsFreshMs } from './queries.ts'
import type { Article } from './rows.ts'

/**
 * The article with a number, and where it stands in its list. Its text is kept on the shelf for bodies, for reading
 * without network; a document can be read from the list of documents too, which is all there is of it.
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
    // What was not there may be there at the next look.
    staleTime: ({ state }) => (state.data?.module === 'none' ? 0 : newsFreshMs),
    meta: { quiet: true } as const,
  })

function findDocument(client: QueryClient, no: string): Article | undefined {
  const row = client.getQueryData(documentsQuery().queryKey)?.find((document) => document.no === no)
  return row && { module: 'documents', row, previous: null, next: null }
}
