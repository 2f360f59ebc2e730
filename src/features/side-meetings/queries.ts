import { queryOptions, useQuery } from '@tanstack/react-query'
import { sideMeetingSetting, type SideMeetingSetting } from '#contract/forum.ts'
import type { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import type { RowOf } from '#contract/row.ts'
import type { ParticipantRow } from '#features/participant-rows'
import { api } from '#lib/api.ts'

export const moduleName = 'side_meetings'

/** A person's own application. */
export type MeetingRow = ParticipantRow<typeof moduleName>

/** Five minutes: prices and rooms change rarely. */
const freshMs = 300_000

/** The setting `side_meetings`: prices by size of room. */
export const meetingPricesQuery = () =>
  queryOptions({
    queryKey: ['cmsSettings', 'side_meetings'],
    queryFn: ({ signal }) => api.settings('side_meetings', { signal }),
    staleTime: freshMs,
    meta: { persist: 'public', quiet: true },
  })

/** Whole yuan a session by size; until the server has answered once, the constants that fill an empty database. */
export function useMeetingPrices(): SideMeetingSetting['prices'] {
  return (useQuery(meetingPricesQuery()).data ?? sideMeetingSetting).prices
}

type RoomRow = Pick<RowOf<typeof meetingRooms>, 'name' | 'floor'> & { id: string }

/** The rooms that are let. */
export const meetingRoomsQuery = () =>
  queryOptions({
    queryKey: ['meetingRooms'],
    queryFn: ({ signal }) => api.listAll<RoomRow>('meeting_rooms', { fields: ['name', 'floor'] }, { signal }),
    staleTime: freshMs,
    meta: { persist: 'public', quiet: true },
  })
