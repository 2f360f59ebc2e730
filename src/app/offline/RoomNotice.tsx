import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#lib/notices.ts'
import { useRoom } from '../persistence/room.ts'

/** Says once, in words, that this device has no room left for the agenda's newest state. */
export function RoomNotice() {
  const { t } = useTranslation('offline')
  const room = useRoom()
  useEffect(() => {
    if (room === 'none') notify({ kind: 'warning', title: t('room.none'), text: t('room.noneText') })
  }, [room, t])
  return null
}
