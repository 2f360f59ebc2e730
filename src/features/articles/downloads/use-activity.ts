import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import {
  createModuleFavourites,
  createDeviceMarkStore,
  findAccountFavourites,
} from '#features/programme/favourites'
import { authStore, useCurrentUser } from '#platform/auth.ts'
import { type Activity, activityQuery, recordActivity } from './activity.ts'

const marksByActivity = {
  favourite: createModuleFavourites('documents'),
  /** Marks of this device, for visitors without an account. */
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
  // The favourites store includes unsent entries of the outbox; the history knows only what the server has.
  const isFromFavourites =
    activity === 'favourite' && (isOnDevice || findAccountFavourites()?.isKnown() === true)
  return isFromFavourites ? isOnDevice : data === true
}

/** Returns a function that stars or unstars a document, with or without network. */
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
