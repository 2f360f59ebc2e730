import { meetingRooms as rooms } from '#contract/forum.ts'

/** Rooms for side meetings as rows. */
export const meetingRooms = rooms.map(({ id, ...room }, index) => ({
  id: `mr-${id}`,
  position: index + 1,
  ...room,
}))
