import { queryOptions } from '@tanstack/react-query'
import type { qa } from '#contract/modules/qa.ts'
import { pageListParams } from '#contract/page-lists.ts'
import type { WireRow } from '#contract/row.ts'
import { api } from '#platform/api.ts'
import { infiniteListQuery } from '#platform/infinite-list.ts'

/** A question with its answer. */
export type QuestionRow = Pick<
  WireRow<typeof qa>,
  'id' | 'no' | 'category' | 'title' | 'body' | 'published_at'
>

/** Filter of the list. */
export interface QuestionFilter {
  q?: string | undefined
  category?: string | undefined
}

/** Prefix of the query keys of all lists of questions. */
export const questionsKey = ['home', 'qas', 'pages'] as const

/** Query key of the current list's page info. */
export const questionsInfoKey = ['home', 'qaPageInfo'] as const

/** Five minutes: answers change a few times a day. */
const freshMs = 300_000

/** Lists questions in the organisers' order. The unfiltered list is stored on the device, with the answers. */
export const questionsQuery = ({ q, category }: QuestionFilter = {}, enabled = true) =>
  infiniteListQuery<QuestionRow>({
    key: [...questionsKey, q ?? '', category ?? ''],
    loadPage: (page, signal) =>
      api.list<QuestionRow>(
        'qa',
        {
          ...(category ? { filters: [{ param: 'category', op: 'eq', value: category }] } : {}),
          ...(q ? { q } : {}),
          ...pageListParams.questions,
          page,
        },
        { signal },
      ),
    freshMs,
    meta: q ? { quiet: true } : { persist: 'public', quiet: true },
    enabled,
  })

/** Finds a question by its number, for a link opened before the list has loaded it. */
export const questionQuery = (no: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['qaDetail', no],
    queryFn: async ({ signal }) => {
      const filters = [{ param: 'no', op: 'eq', value: no }] as const
      const { fields } = pageListParams.questions
      const { items } = await api.list<QuestionRow>('qa', { filters, page: 1, size: 1, fields }, { signal })
      return items[0] ?? null
    },
    staleTime: freshMs,
    enabled,
    meta: { persist: 'public', quiet: true },
  })
