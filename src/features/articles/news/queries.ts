import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ListData } from '#contract/envelope.ts'
import { pageListParams } from '#contract/page-lists.ts'
import { api } from '#platform/api.ts'
import type { NewsRow } from './rows.ts'

/** Five minutes: news is published a few times a day. */
export const newsFreshMs = 300_000

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

/** Lists news, newest first, page by page. */
export const newsListQuery = () => newsPagesQuery(['informations', 'list'])

/** Lists the news of a category. */
export const categoryNewsQuery = (id: string) => newsPagesQuery(['informations', 'category', id], id)

/** A document or question of a category, as a link to its page. */
export type CategoryItem = Pick<NewsRow, 'id' | 'no' | 'title' | 'published_at'>

/** Lists the documents and questions of a category; most have fewer than a page. */
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

/** Lists questions of the same category. */
export const relatedQuestionsQuery = (category: string) =>
  queryOptions({
    queryKey: ['qa', 'related', category],
    queryFn: ({ signal }) => listArticles('qa', category, signal, relatedRowCount),
    staleTime: newsFreshMs,
    meta: { persist: 'public', quiet: true } as const,
  })

/** Maximum number of rows of a page. */
const maxPageRows = 100
/** Number of questions below an answer, including the one on screen. */
const relatedRowCount = 6

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
