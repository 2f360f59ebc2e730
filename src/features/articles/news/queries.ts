import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { ListData } from '#contract/envelope.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { ArticleNeighbour } from '#contract/articles.ts'
import type { informations } from '#contract/modules/informations.ts'
import type { qa } from '#contract/modules/qa.ts'
import type { WireRow } from '#contract/row.ts'
import { api } from '#platform/api.ts'
import type { DocumentRow } from '#features/articles/downloads'

/** How long articles count as fresh: five minutes, as news is published a few times a day. */
export const newsFreshMs = 300_000

/**
 * Creates the query of a list of news, newest first, page by page.
 * @param category id of a category; all news when absent
 */
function newsPagesQuery(key: readonly unknown[], category?: string) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      api.list<NewsRow>(
        'informations',
        {
          ...(category === undefined ? {} : { filters: [{ param: 'category', op: 'eq', value: category }] }),
          ...pageListParams.news,
          page: pageParam,
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }: ListData<NewsRow>) =>
      page * size < total ? page + 1 : undefined,
    staleTime: newsFreshMs,
    meta: { persist: 'public' } as const,
  })
}

/** Lists all news. */
export const newsListQuery = () => newsPagesQuery(['informations', 'list'])

/** Lists the news of a category. */
export const categoryNewsQuery = (id: string) => newsPagesQuery(['informations', 'category', id], id)

/** A document or question of a category, as a link to its page. */
export type CategoryItem = Pick<NewsRow, 'id' | 'no' | 'title' | 'published_at'>

/** Lists the documents and questions of a category, of each the first 100: most categories have fewer. */
export const categoryOthersQuery = (id: string) =>
  queryOptions({
    queryKey: ['articles', 'category', id],
    queryFn: async ({ signal }) => {
      const [documents, questions] = await Promise.all([
        listArticles('documents', id, signal),
        listArticles('qa', id, signal),
      ])
      return { documents, questions }
    },
    staleTime: newsFreshMs,
    meta: { persist: 'public', quiet: true } as const,
  })

/** Lists the first questions of a category. @param category its id */
export const relatedQuestionsQuery = (category: string) =>
  queryOptions({
    queryKey: ['qa', 'related', category],
    queryFn: ({ signal }) => listArticles('qa', category, signal, relatedRowCount),
    staleTime: newsFreshMs,
    meta: { persist: 'public', quiet: true } as const,
  })

/** The server returns at most so many rows at once. */
const maxPageRows = 100
/** Number of questions below an answer, including the one on screen. */
const relatedRowCount = 6

/** Lists the first articles of a category. @param category its id */
async function listArticles(
  module: 'documents' | 'qa',
  category: string,
  signal: AbortSignal,
  size = maxPageRows,
): Promise<CategoryItem[]> {
  const { items } = await api.list<CategoryItem>(
    module,
    {
      filters: [{ param: 'category', op: 'eq', value: category }],
      fields: ['no', 'title', 'published_at'],
      page: 1,
      size,
    },
    { signal },
  )
  return items
}

/**
 * Merges the rows of all pages without duplicates: a row that moves to the next page between two requests would appear
 * twice.
 */
export function uniqueRows(pages: readonly ListData<NewsRow>[]): NewsRow[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values()]
}

/** A news article as the list endpoint returns it. */
export type NewsRow = Pick<
  WireRow<typeof informations>,
  'id' | 'no' | 'category' | 'title' | 'summary' | 'published_at' | 'cover'
>

/** A news article with its text, which only its own page needs. */
export type NewsDetail = NewsRow & Pick<WireRow<typeof informations>, 'body'>

/** A question as lists show it. */
export type QuestionRow = Pick<WireRow<typeof qa>, 'id' | 'no' | 'category' | 'title' | 'published_at'>

/** A question with its answer. */
export type QuestionDetail = QuestionRow & Pick<WireRow<typeof qa>, 'body'>

/** Row type of each module of articles. */
export interface ArticleRows {
  informations: NewsDetail
  documents: DocumentRow
  qa: QuestionDetail
}

/** An article found by its number, with the articles before and after it. */
export type FoundArticle = {
  [Module in keyof ArticleRows]: { module: Module; row: ArticleRows[Module] }
}[keyof ArticleRows] & { previous: ArticleNeighbour | null; next: ArticleNeighbour | null }

/** The server's response that no article has the number. */
export interface MissingArticle {
  module: 'none'
  /** True when this device has shown it before: it was withdrawn. The name is stored on devices. */
  wasHere: boolean
}

/** What the query of an article by its number returns. The content cache stores it on devices. */
export type Article = FoundArticle | MissingArticle

/** Finds what the list of news knows of an article whose text has not loaded. */
export function findListedArticle(client: QueryClient, no: string): NewsRow | undefined {
  const list = client.getQueryData(newsListQuery().queryKey)
  return list && uniqueRows(list.pages).find((row) => row.no === no)
}
