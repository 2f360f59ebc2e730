import { queryOptions } from '@tanstack/react-query'
import type { articleCategory } from '#contract/modules/article-category.ts'
import type { documents } from '#contract/modules/documents.ts'
import type { RowOf } from '#contract/row.ts'
import { api } from '#lib/api.ts'

/** A document as the list call answers it. */
export type DocumentRow = Pick<
  RowOf<typeof documents>,
  'id' | 'no' | 'category' | 'title' | 'summary' | 'published_at' | 'is_hot' | 'file'
>

export type CategoryRow = Pick<RowOf<typeof articleCategory>, 'id' | 'name'>

/** Documents change seldom: five minutes. */
const freshMs = 300_000

/** Rows a call; a forum has some dozens of documents. */
const pageSize = 100

/** Every published document, newest first. */
export const documentsQuery = () =>
  queryOptions({
    queryKey: ['documents'],
    queryFn: ({ signal }) => listAllPages(signal),
    staleTime: freshMs,
    meta: { persist: 'public' } as const,
  })

/** Names of the categories, of news and documents alike. */
export const documentCategoriesQuery = () =>
  queryOptions({
    queryKey: ['article_category'],
    queryFn: ({ signal }) => api.listAll<CategoryRow>('article_category', {}, { signal }),
    staleTime: freshMs,
    meta: { persist: 'public', quiet: true } as const,
  })

async function listAllPages(signal: AbortSignal): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = []
  for (let page = 1; ; page += 1) {
    const answer = await api.list<DocumentRow>('documents', { page, size: pageSize }, { signal })
    rows.push(...answer.items)
    if (answer.items.length === 0 || rows.length >= answer.total) return rows
  }
}
