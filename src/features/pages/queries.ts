import { queryOptions } from '@tanstack/react-query'
import type { pages } from '#contract/modules/pages.ts'
import type { RowOf } from '#contract/row.ts'
import { api } from '#lib/api.ts'

export type PageRow = Pick<RowOf<typeof pages>, 'id' | 'slug' | 'title' | 'body'>

/** Five minutes: pages about the venue and the way there change rarely. */
const pagesFreshMs = 300_000

/** The pages about business and travel with their texts; few, so that all come at once and stay for offline. */
export const pagesQuery = () =>
  queryOptions({
    queryKey: ['pages'],
    queryFn: ({ signal }) =>
      api.listAll<PageRow>(
        'pages',
        { sorters: { position: 'asc' }, fields: ['slug', 'title', 'body'] },
        { signal },
      ),
    staleTime: pagesFreshMs,
    meta: { persist: 'public' },
  })
