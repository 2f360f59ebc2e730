import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { documents } from '#contract/modules/documents.ts'
import { api as appApi, type Api } from '#platform/api.ts'

/** Only the name: importing the definition would add 4 kB, with the modules that it references. */
const documentsModule: (typeof documents)['name'] = 'documents'

/** What a user can do with a document. */
export type Activity = 'favourite' | 'download'

/** Query key of one user's activity on one document. */
const activityKey = (userId: string, activity: Activity, id: string) =>
  ['operateHistory', userId, activity, id] as const

/**
 * Reads whether the user has starred or downloaded the document.
 * Fetched once per page load, however many cards show it. The response is not persisted, because it is private.
 */
export const activityQuery = (
  userId: string,
  activity: Activity,
  id: string,
  api: Pick<Api, 'operateHistory'> = appApi,
) =>
  queryOptions({
    queryKey: activityKey(userId, activity, id),
    queryFn: async ({ signal }) =>
      (await api.operateHistory(activity, { module: documentsModule, id }, { signal })).has,
    staleTime: Infinity,
    retry: false,
    meta: { quiet: true },
  })

/** One activity of a user on a document. */
export interface ActivityItem {
  userId: string
  activity: Activity
  /** Id of the document. */
  id: string
  /** False when the user has undone it. */
  has: boolean
}

/** Records in the query cache what the user has just done, without a request. */
export function recordActivity(client: QueryClient, { userId, activity, id, has }: ActivityItem): void {
  client.setQueryData(activityKey(userId, activity, id), has)
}
