import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#lib/notices.ts'
import { useStorageLevel } from '../persistence/storage-level.ts'

/** Says once, in words, that room for saved data gets scarce, or that none is left for the agenda's newest state. */
export function StorageNotice() {
  const { t } = useTranslation('offline')
  const room = useStorageLevel()
  useEffect(() => {
    if (room !== 'enough') notify({ kind: 'warning', title: t(`room.${room}`), text: t(`room.${room}Text`) })
  }, [room, t])
  return null
}
