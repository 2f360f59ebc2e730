import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createModuleFavourites, createDeviceMarkStore, accountFavourites } from '#features/favourites'
import { authStore, useCurrentUser } from '#lib/auth.ts'
import { type Activity, activityQuery, recordActivity } from './activity.ts'

const marksOf = {
  favourite: createModuleFavourites('documents'),
  /** What a device keeps for people without an account. */
  download: createDeviceMarkStore('downloads:documents'),
} as const satisfies Record<Activity, unknown>

/** Whether a document bears a mark: by the person's account, or, for nobody, by this device. */
export function useHasActivity(deed: Activity, id: string): boolean {
  const userId = useCurrentUser().id
  const { data } = useQuery({ ...activityQuery(userId ?? '', deed, id), enabled: userId !== undefined })
  const marks = marksOf[deed]
  const isOnDevice = useSyncExternalStore(
    marks.subscribe,
    () => marks.has(id),
    () => false,
  )
  if (userId === undefined) return isOnDevice
  // All of the account's favourites are here with what waits to be sent: the history knows only what has arrived.
  const isOwn = deed === 'favourite' && (isOnDevice || accountFavourites()?.isKnown() === true)
  return isOwn ? isOnDevice : data === true
}

/** Stars a document or takes the star away, with or without network. */
export function useToggleFavourite(id: string): (starred: boolean) => Promise<void> {
  const client = useQueryClient()
  return async (starred) => {
    const userId = authStore.getUser().id
    if (starred) await marksOf.favourite.add([id])
    else await marksOf.favourite.remove([id])
    if (userId !== undefined) recordActivity(client, { userId, deed: 'favourite', id, has: starred })
  }
}

/** Notes a download: the server has noted that of a person by itself. */
export function useRecordDownload(id: string): () => void {
  const client = useQueryClient()
  return () => {
    const userId = authStore.getUser().id
    if (userId !== undefined) recordActivity(client, { userId, deed: 'download', id, has: true })
    else void marksOf.download.add([id])
  }
}
