import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { documents } from '#contract/modules/documents.ts'
import { api as appApi, type Api } from '#lib/api.ts'

/** The name only: the definition behind it is 4 kB, with those that it names in turn. */
const documentsModule: (typeof documents)['name'] = 'documents'

/** What a person does with a document. */
export type Activity = 'favourite' | 'download'

/** Whether a person did it, by their own account's history. */
const historyKey = (userId: string, deed: Activity, id: string) =>
  ['operateHistory', userId, deed, id] as const

/**
 * Asked once for each document and deed as long as the page stands, however many cards show it; the answer is one
 * person's alone, and stored nowhere (checklist 313).
 */
export const activityQuery = (
  userId: string,
  deed: Activity,
  id: string,
  api: Pick<Api, 'operateHistory'> = appApi,
) =>
  queryOptions({
    queryKey: historyKey(userId, deed, id),
    queryFn: async ({ signal }) =>
      (await api.operateHistory(deed, { module: documentsModule, id }, { signal })).has,
    staleTime: Infinity,
    retry: false,
    meta: { quiet: true },
  })

/** What a person's history says of a document. */
export interface HistoryItem {
  userId: string
  deed: Activity
  /** Of the document. */
  id: string
  /** False when the person has taken it back. */
  has: boolean
}

/** Notes what the person has just done, without asking again. */
export function recordActivity(client: QueryClient, { userId, deed, id, has }: HistoryItem): void {
  client.setQueryData(historyKey(userId, deed, id), has)
}
