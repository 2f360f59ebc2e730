import { queryOptions, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { documents } from '#contract/modules/documents.ts'
import { api as appApi, type Api } from '#platform/api.ts'
import {
  createModuleFavourites,
  createDeviceMarkStore,
  findAccountFavourites,
} from '#features/programme/favourites'
import { authStore, useCurrentUser } from '#platform/auth.ts'

/** Only the name: importing the definition would add 4 kB, with the modules that it references. */
const documentsModule: (typeof documents)['name'] = 'documents'

/** What is recorded of a user and a document: that it is starred, or that it was downloaded. Values of the wire. */
export type Activity = 'favourite' | 'download'

/** Query key of one activity of one user on one document. */
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

/**
 * Where this device records an activity. Stars are those of visitors and of users, with their unsent changes. Downloads
 * are only those of visitors, as the server records a user's.
 */
const marksByActivity = {
  favourite: createModuleFavourites('documents'),
  download: createDeviceMarkStore('downloads:documents'),
} as const satisfies Record<Activity, unknown>

/** Returns whether a document is starred or downloaded: by the account of the user, or by this device without one. */
export function useHasActivity(activity: Activity, id: string): boolean {
  const userId = useCurrentUser().id
  const { data } = useQuery({ ...activityQuery(userId ?? '', activity, id), enabled: userId !== undefined })
  const marks = marksByActivity[activity]
  const isOnDevice = useSyncExternalStore(
    marks.subscribe,
    () => marks.has(id),
    () => false,
  )
  if (userId === undefined) return isOnDevice
  // The marks include unsent stars, the server's response does not. Until the account's marks have loaded, a star that
  // is missing from them may still be on the server.
  const isFromFavourites =
    activity === 'favourite' && (isOnDevice || findAccountFavourites()?.isKnown() === true)
  return isFromFavourites ? isOnDevice : data === true
}

/** Returns a function that stars (true) or unstars (false) a document, with or without network. */
export function useToggleFavourite(id: string): (starred: boolean) => Promise<void> {
  const client = useQueryClient()
  return async (starred) => {
    const userId = authStore.getUser().id
    if (starred) await marksByActivity.favourite.add([id])
    else await marksByActivity.favourite.remove([id])
    if (userId !== undefined) recordActivity(client, { userId, activity: 'favourite', id, has: starred })
  }
}

/** Returns a function that records a download. For signed-in users the server records it. */
export function useRecordDownload(id: string): () => void {
  const client = useQueryClient()
  return () => {
    const userId = authStore.getUser().id
    if (userId !== undefined) recordActivity(client, { userId, activity: 'download', id, has: true })
    else void marksByActivity.download.add([id])
  }
}
