import { queryOptions } from '@tanstack/react-query'
import type { qa } from '#contract/modules/qa.ts'
import type { OwnRowIds, RowOf } from '#contract/row.ts'
import { api as appApi, type Api } from '#lib/api.ts'
import { authStore } from '#lib/auth.ts'
import { questionsModule } from './question-form.ts'

/** A question of the person's own that is not published, or the public one that it became. */
export type AskedQuestion = OwnRowIds &
  Pick<RowOf<typeof qa>, 'id' | 'no' | 'title' | 'status' | 'created_at'>

const fields = ['no', 'title', 'status', 'created_at'] as const

/** The person's questions that wait for their answer, or are not shown. They are kept with the person's own things. */
export const askedQuestionsQuery = (api: Pick<Api, 'list'> = appApi) =>
  queryOptions({
    // What is sent to the module makes it stale.
    queryKey: ['own', questionsModule, authStore.getUser().id ?? 'nobody'],
    queryFn: async ({ signal }) => {
      const asked = { own: true, drafts: true, fields, size: 20, sorters: { created_at: 'desc' } } as const
      return (await api.list<AskedQuestion>(questionsModule, asked, { signal })).items
    },
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })

/** Those of these numbers that everybody sees by now. */
export const publishedQuery = (numbers: readonly string[], api: Pick<Api, 'list'> = appApi) =>
  queryOptions({
    queryKey: ['own', 'published', questionsModule, authStore.getUser().id ?? 'nobody', ...numbers],
    queryFn: async ({ signal }) => {
      const filters = [{ param: 'no', op: 'in', value: [...numbers] }] as const
      return (await api.list<AskedQuestion>(questionsModule, { filters, fields }, { signal })).items
    },
    staleTime: 0,
    enabled: numbers.length > 0,
    meta: { persist: 'private', quiet: true },
  })
