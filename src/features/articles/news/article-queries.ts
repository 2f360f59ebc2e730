import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { maxArticleNumberLength, articleNumberPattern } from '#contract/articles.ts'
import { NetworkError, api, ApiError, type Api } from '#platform/api.ts'
import { networkFirst } from '#platform/network-first.ts'
import { documentsQuery } from '#features/articles/downloads'
import { getContent } from '#platform/content-cache.ts'
import { newsFreshMs } from './queries.ts'
import type { Article, ArticleRows, FoundArticle } from './queries.ts'

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
    // A number without an article may get one later, so it is requested each time.
    staleTime: ({ state }) => (state.data?.module === 'none' ? 0 : newsFreshMs),
    meta: { quiet: true } as const,
  })

/** Finds a document in the cached list of documents. Its neighbours are unknown there. */
function findDocument(client: QueryClient, no: string): Article | undefined {
  const row = client.getQueryData(documentsQuery().queryKey)?.find((document) => document.no === no)
  return row && { module: 'documents', row, previous: null, next: null }
}

/** Names of the articles' details in query keys. */
const detailNames = {
  informations: 'newsDetail',
  documents: 'documentsDetail',
  qa: 'qaDetail',
} as const satisfies Record<keyof ArticleRows, string>

/** Reads an article by id; {@link articleQuery}, which finds it by its number, usually has it stored here already. */
export const articleDetailQuery = <Module extends keyof ArticleRows>(module: Module, id: string) =>
  queryOptions({
    queryKey: ['article', detailNames[module], id],
    queryFn: ({ signal }) => api.detail<ArticleRows[Module]>(module, id, { signal }),
    // Never fetched again by itself: `articleQuery` fetches the article and replaces this row.
    staleTime: Infinity,
    meta: { quiet: true } as const,
  })

/** Stores the row that was found by its number, so that {@link articleDetailQuery} needs no request. */
export function seedArticleDetail(article: Article, client: QueryClient): void {
  if (article.module === 'none') return
  client.setQueryData(articleDetailQuery(article.module, article.row.id).queryKey, article.row)
}

const articleNumberRegExp = new RegExp(articleNumberPattern)

/** Returns false for what cannot be an article's number, such as an edited URL, so that no request is needed. */
export const isArticleNumber = (no: string): boolean =>
  no.length <= maxArticleNumberLength && articleNumberRegExp.test(no)

/** Key of an article in the content cache. */
export const getArticleCacheKey = (no: string): string => `article/${no}`

/** What finding an article needs from outside. */
export interface FindArticleDeps {
  api: Pick<Api, 'article'>
  getCached: typeof getContent
}

/**
 * Fetches the article with a number.
 * "Not found" is cached too: it replaces the stored article, so that a withdrawn one is not shown any more.
 * @throws NetworkError, and ApiError for any other HTTP error
 */
export async function fetchArticle(
  no: string,
  signal: AbortSignal,
  deps: FindArticleDeps = { api, getCached: getContent },
): Promise<Article> {
  try {
    // The type of the response does not connect the module with its row.
    return (await deps.api.article(no, { signal })) as FoundArticle
  } catch (error) {
    if (!(error instanceof ApiError && error.key === 'not_found')) throw error
    const cached = (await deps.getCached<Article>(getArticleCacheKey(no)))?.data
    return { module: 'none', wasHere: cached !== undefined && (cached.module !== 'none' || cached.wasHere) }
  }
}
