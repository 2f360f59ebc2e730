import { queryOptions } from '@tanstack/react-query'
import type { qa } from '#contract/modules/qa.ts'
import type { OwnRowIds, WireRow } from '#contract/row.ts'
import { api as appApi, type Api } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'
import { questionsModule } from './question-form.ts'

/** A question of the user that is not published, or the public one that it became. */
export type AskedQuestion = OwnRowIds &
  Pick<WireRow<typeof qa>, 'id' | 'no' | 'title' | 'status' | 'created_at'>

const fields = ['no', 'title', 'status', 'created_at'] as const

/**
 * Lists the user's latest questions that are not published, which a list has only with `drafts`. They are persisted
 * with the user's own data.
 */
export const askedQuestionsQuery = (api: Pick<Api, 'list'> = appApi) =>
  queryOptions({
    // When the outbox has sent an entry of a module, the app invalidates all queries with the module's name in the key.
    queryKey: ['own', questionsModule, authStore.getUser().id ?? 'nobody'],
    queryFn: async ({ signal }) => {
      const params = { own: true, drafts: true, fields, size: 20, sorters: { created_at: 'desc' } } as const
      return (await api.list<AskedQuestion>(questionsModule, params, { signal })).items
    },
    staleTime: 0,
    meta: { persist: 'private', quiet: true },
  })

/**
 * Lists the published questions among these article numbers. A question loses its owner when it is published, so that
 * {@link askedQuestionsQuery} has it no more.
 */
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
