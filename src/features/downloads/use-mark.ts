import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { openDeviceMarks } from '#features/favourites'
import { notify } from '#lib/notices.ts'
import { session, useCurrentUser } from '#lib/session.ts'
import { type Deed, historyQuery, noteDeed, writeFavourite } from './operate-history.ts'

/** What a device keeps for people without an account. */
const deviceMarks = {
  favourite: openDeviceMarks('favourites:documents'),
  download: openDeviceMarks('downloads:documents'),
} as const satisfies Record<Deed, unknown>

/** Whether a document bears a mark: by the person's account, or, for nobody, by this device. */
export function useMark(deed: Deed, id: string): boolean {
  const userId = useCurrentUser().id
  const { data } = useQuery({ ...historyQuery(userId ?? '', deed, id), enabled: userId !== undefined })
  const marks = deviceMarks[deed]
  const isOnDevice = useSyncExternalStore(
    marks.subscribe,
    () => marks.has(id),
    () => false,
  )
  return userId === undefined ? isOnDevice : data === true
}

/** Stars a document or takes the star away; the star answers at once, and goes back when the account did not take it. */
export function useToggleFavourite(id: string): (starred: boolean) => void {
  const { t } = useTranslation('downloads')
  const client = useQueryClient()
  return (starred) => {
    const userId = session.getUser().id
    if (userId === undefined) return deviceMarks.favourite.toggle(id)
    noteDeed(client, userId, 'favourite', id, starred)
    writeFavourite(id, starred).catch(() => {
      noteDeed(client, userId, 'favourite', id, !starred)
      notify({ kind: 'warning', title: t('starFailed') })
    })
  }
}

/** Notes a download: the server has noted that of a person by itself. */
export function useNoteDownload(id: string): () => void {
  const client = useQueryClient()
  return () => {
    const userId = session.getUser().id
    if (userId !== undefined) noteDeed(client, userId, 'download', id, true)
    else if (!deviceMarks.download.has(id)) deviceMarks.download.toggle(id)
  }
}
