import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ListData } from '#contract/envelope.ts'
import { pageLists } from '#contract/page-lists.ts'
import { api } from '#lib/api.ts'
import { networkElseBody } from '#lib/body-query.ts'
import { loadArticle } from './find-article.ts'
import type { NewsRow } from './rows.ts'

/** Five minutes: news is published a few times a day. */
const newsFreshMs = 300_000

function pagesOfNews(key: readonly unknown[], category?: string) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      api.list<NewsRow>(
        'informations',
        {
          ...(category === undefined ? {} : { filters: [{ param: 'category', op: 'eq', value: category }] }),
          ...pageLists.news,
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

/** News, newest first, page by page. */
export const newsListQuery = () => pagesOfNews(['informations', 'list'])

/** News of one category. */
export const categoryNewsQuery = (id: string) => pagesOfNews(['informations', 'category', id], id)

/** An article by its number. Its text is kept on the shelf for bodies, for reading without network. */
export const articleQuery = (no: string) =>
  queryOptions({
    queryKey: ['article', 'view', no],
    queryFn: networkElseBody(`article/${no}`, ({ signal }) => loadArticle(api, no, signal)),
    staleTime: newsFreshMs,
    meta: { quiet: true } as const,
  })

/** Rows of all pages, each once: a row that moved to the next page while reading would come twice. */
export function uniqueRows(pages: readonly ListData<NewsRow>[]): NewsRow[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values()]
}
