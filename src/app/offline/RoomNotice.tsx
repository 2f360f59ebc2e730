import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#lib/notices.ts'
import { useRoom } from '../persistence/room.ts'

/** Says once, in words, that room for saved data gets scarce, or that none is left for the agenda's newest state. */
export function RoomNotice() {
  const { t } = useTranslation('offline')
  const room = useRoom()
  useEffect(() => {
    if (room !== 'enough') notify({ kind: 'warning', title: t(`room.${room}`), text: t(`room.${room}Text`) })
  }, [room, t])
  return null
}
