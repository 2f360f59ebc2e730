import { queryOptions, useQuery } from '@tanstack/react-query'
import { sideMeetingSetting, type SideMeetingSetting } from '#contract/forum.ts'
import type { meetingRooms } from '#contract/modules/meeting-rooms.ts'
import type { WireRow } from '#contract/row.ts'
import type { ParticipantRow } from '#features/participant/participant-rows'
import { api } from '#platform/api.ts'

export const moduleName = 'side_meetings'

/** A row of the user's own application, as the server has it. */
export type MeetingRow = ParticipantRow<typeof moduleName>

/** Five minutes: prices and rooms change rarely. */
const freshMs = 300_000

/** Reads the setting `side_meetings`: prices by room size. */
export const meetingPricesQuery = () =>
  queryOptions({
    queryKey: ['cmsSettings', 'side_meetings'],
    queryFn: ({ signal }) => api.settings('side_meetings', { signal }),
    staleTime: freshMs,
    meta: { persist: 'public', quiet: true },
  })

/** Returns the price per session in whole yuan by room size; until it has loaded, the defaults of a new database. */
export function useMeetingPrices(): SideMeetingSetting['prices'] {
  return (useQuery(meetingPricesQuery()).data ?? sideMeetingSetting).prices
}

/** A meeting room with what its label needs. */
type RoomRow = Pick<WireRow<typeof meetingRooms>, 'name' | 'floor'> & { id: string }

/** Lists the rooms that can be rented. */
export const meetingRoomsQuery = () =>
  queryOptions({
    queryKey: ['meetingRooms'],
    queryFn: ({ signal }) => api.listAll<RoomRow>('meeting_rooms', { fields: ['name', 'floor'] }, { signal }),
    staleTime: freshMs,
    meta: { persist: 'public', quiet: true },
  })
