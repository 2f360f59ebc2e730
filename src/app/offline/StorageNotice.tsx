import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/notices.ts'
import { useStorageLevel } from '../persistence/storage-level.ts'

/** Shows once that storage is nearly full, or that the newest agenda could not be stored. */
export function StorageNotice() {
  const { t } = useTranslation('offline')
  const room = useStorageLevel()
  useEffect(() => {
    if (room !== 'enough') notify({ kind: 'warning', title: t(`room.${room}`), text: t(`room.${room}Text`) })
  }, [room, t])
  return null
}
