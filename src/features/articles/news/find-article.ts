import { articleNumberLength, articleNumberPattern } from '#contract/articles.ts'
import { api, ApiError, type Api } from '#platform/api.ts'
import { getContent } from '#platform/content-cache.ts'
import type { Article, FoundArticle } from './rows.ts'

const pattern = new RegExp(articleNumberPattern)

/** False for what cannot be a number, so that no request is needed. */
export const isArticleNumber = (no: string): boolean => no.length <= articleNumberLength && pattern.test(no)

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
    return (await deps.api.article(no, { signal })) as FoundArticle
  } catch (error) {
    if (!(error instanceof ApiError && error.key === 'not_found')) throw error
    const cached = (await deps.getCached<Article>(getArticleCacheKey(no)))?.data
    return { module: 'none', wasHere: cached !== undefined && (cached.module !== 'none' || cached.wasHere) }
  }
}
