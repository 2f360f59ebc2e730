import type { Programme, ProgrammeItem } from '#features/sessions'

/** What is in a room: the session on now, and the one that starts next there on the same day. */
export interface RoomStatus {
  room: NonNullable<ProgrammeItem['room']>
  now: ProgrammeItem | undefined
  next: ProgrammeItem | undefined
}

/** The rooms in which something is on, or still to come today, in the order of the programme's rooms. */
export function listRoomStatus(
  programme: Pick<Programme, 'items' | 'rooms'>,
  nowMs: number,
  today: string,
): RoomStatus[] {
  const live = programme.items.filter((item) => item.row.state !== 'cancelled' && item.endMs > nowMs)
  return programme.rooms.flatMap((room) => {
    const here = live.filter((item) => item.room?.id === room.id || item.otherRooms?.includes(room))
    const now = here.findLast((item) => item.startMs <= nowMs)
    const next = here.find((item) => item.startMs > nowMs && item.day === today)
    return now || next ? [{ room, now, next }] : []
  })
}
