import type { Programme, ProgrammeItem } from '#features/programme/sessions'

/** Status of a room: the current session and the next one on the same day. */
export interface RoomStatus {
  room: NonNullable<ProgrammeItem['room']>
  now: ProgrammeItem | undefined
  next: ProgrammeItem | undefined
}

/** Lists the rooms with a current session or one later today, in the programme's order of rooms. */
export function listRoomStatus(
  programme: Pick<Programme, 'items' | 'rooms'>,
  nowMs: number,
  today: string,
): RoomStatus[] {
  const live = programme.items.filter((item) => item.row.state !== 'cancelled' && item.endMs > nowMs)
  return programme.rooms.flatMap((room) => {
    const roomItems = live.filter((item) => item.room?.id === room.id || item.otherRooms?.includes(room))
    const now = roomItems.findLast((item) => item.startMs <= nowMs)
    const next = roomItems.find((item) => item.startMs > nowMs && item.day === today)
    return now || next ? [{ room, now, next }] : []
  })
}
