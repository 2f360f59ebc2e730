import { queryOptions } from '@tanstack/react-query'
import type { articleCategory } from '#contract/modules/article-category.ts'
import type { WireRow } from '#contract/row.ts'
import { api } from './api.ts'

export type CategoryRow = Pick<WireRow<typeof articleCategory>, 'id' | 'name'>

/** Five minutes: categories hardly ever change. */
const categoriesFreshMs = 300_000

/** Every category, of news and documents alike. Size 0 requests all rows. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['cmsCategories'],
    queryFn: ({ signal }) => api.listAll<CategoryRow>('article_category', {}, { signal }),
    staleTime: categoriesFreshMs,
    meta: { persist: 'public', quiet: true } as const,
  })
