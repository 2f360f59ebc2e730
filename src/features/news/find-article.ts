import { articleNumberLength, articleNumberPattern } from '#contract/articles.ts'
import { api, ApiError, type Api } from '#lib/api.ts'
import { getContent } from '#lib/content-cache.ts'
import type { Article, FoundArticle } from './rows.ts'

const pattern = new RegExp(articleNumberPattern)

/** False for what can be no number, so that nobody need be asked. */
export const isArticleNumber = (no: string): boolean => no.length <= articleNumberLength && pattern.test(no)

/** Where an article lies on the shelf of bodies. */
export const getArticleCacheKey = (no: string): string => `article/${no}`

/** What finding an article needs from outside. */
export interface FindArticleDeps {
  api: Pick<Api, 'article'>
  getBody: typeof getContent
}

/**
 * Asks the server for the article with a number. That there is none is an answer like any other: it takes the place of
 * what the device has kept, so that a withdrawn article is not read on as if it stood.
 * @throws NetworkError, and ApiError for all other refusals
 */
export async function fetchArticle(
  no: string,
  signal: AbortSignal,
  parts: FindArticleDeps = { api, getBody: getContent },
): Promise<Article> {
  try {
    return (await parts.api.article(no, { signal })) as FoundArticle
  } catch (error) {
    if (!(error instanceof ApiError && error.key === 'not_found')) throw error
    const before = (await parts.getBody<Article>(getArticleCacheKey(no)))?.data
    return { module: 'none', wasHere: before !== undefined && (before.module !== 'none' || before.wasHere) }
  }
}
