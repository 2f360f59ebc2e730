import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api, NetworkError } from '#lib/api.ts'
import { networkElseBody } from '#lib/body-query.ts'
import { documentsQuery } from '#features/downloads'
import { findArticle, isArticleNumber, shelfKeyOf } from './find-article.ts'
import { newsFreshMs, newsListQuery, uniqueRows } from './queries.ts'
import type { Article, ArticleRows, NewsRow } from './rows.ts'

/** Names of the articles' details in the app's state (specification §3). */
const detailNames = {
  informations: 'newsDetail',
  documents: 'documentsDetail',
  qa: 'qaDetail',
} as const satisfies Record<keyof ArticleRows, string>

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
        return await networkElseBody(shelfKeyOf(no), ({ signal }) => findArticle(no, signal), {
          onData: keepDetail,
        })(context)
      } catch (error) {
        const found = error instanceof NetworkError ? findDocument(context.client, no) : undefined
        if (!found) throw error
        keepDetail(found, context.client)
        return found
      }
    },
    // What was not there may be there at the next look.
    staleTime: ({ state }) => (state.data?.module === 'none' ? 0 : newsFreshMs),
    meta: { quiet: true } as const,
  })

/** A row of an article by its id. Its number's answer brings it along; by itself it is asked for when that is gone. */
export const articleDetailQuery = <Module extends keyof ArticleRows>(module: Module, id: string) =>
  queryOptions({
    queryKey: ['article', detailNames[module], id],
    queryFn: ({ signal }) => api.detail<ArticleRows[Module]>(module, id, { signal }),
    staleTime: Infinity,
    meta: { quiet: true } as const,
  })

function keepDetail(article: Article, client: QueryClient): void {
  if (article.module === 'none') return
  client.setQueryData(articleDetailQuery(article.module, article.row.id).queryKey, article.row)
}

function findDocument(client: QueryClient, no: string): Article | undefined {
  const row = client.getQueryData(documentsQuery().queryKey)?.find((document) => document.no === no)
  return row && { module: 'documents', row, previous: null, next: null }
}

/** What the list of news knows of an article whose text is not there yet. */
export function findListed(client: QueryClient, no: string): NewsRow | undefined {
  const list = client.getQueryData(newsListQuery().queryKey)
  return list && uniqueRows(list.pages).find((row) => row.no === no)
}
