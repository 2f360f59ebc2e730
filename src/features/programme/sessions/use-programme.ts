import { useQuery } from '@tanstack/react-query'
import { defaultFreshnessMs, type ForumSetting } from '#contract/forum.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useForum } from '#platform/forum.ts'
import { buildProgramme, type Programme, type ProgrammeRows } from './programme.ts'
import { roomsQuery, sessionsQuery, speakersQuery, tracksQuery } from './queries.ts'
import type { RoomRow, SpeakerRow, TrackRow } from './programme.ts'

/** The programme and its loading state. */
export interface ProgrammeState {
  /** Undefined until the sessions have loaded; rooms, tracks and speakers may follow. */
  programme: Programme | undefined
  /** The forum's setting; built-in defaults until it has loaded. */
  forum: ForumSetting
  /** True when there is no data and no pending request: the last attempt failed, or there is no network. */
  failed: boolean
  /** Requests the sessions again. */
  retry: () => void
}

// Constants: a new empty list at each render would build the programme again each time.
const noTracks: TrackRow[] = []
const noRooms: RoomRow[] = []
const noSpeakers: SpeakerRow[] = []

/** The last programme built, shared by screens as long as its inputs are the same objects. */
let cached: { inputs: readonly unknown[]; programme: Programme } | undefined

function getSharedProgramme(rows: ProgrammeRows, timeZone: string): Programme {
  const { sessions, tracks, rooms, speakers } = rows
  const inputs = [sessions, tracks, rooms, speakers, timeZone]
  if (!cached?.inputs.every((input, index) => input === inputs[index]))
    cached = { inputs, programme: buildProgramme(rows, timeZone) }
  return cached.programme
}

/** Returns the programme from the query cache. It is fetched at the first use and updated in the background. */
export function useProgramme(): ProgrammeState {
  // Organisers move sessions during the forum, and screens stay open: the sessions are refetched at this interval.
  const sessions = useQuery({ ...sessionsQuery(), refetchInterval: defaultFreshnessMs })
  const tracks = useQuery(tracksQuery()).data ?? noTracks
  const rooms = useQuery(roomsQuery()).data ?? noRooms
  const speakers = useQuery(speakersQuery()).data ?? noSpeakers
  const forum = useForum()
  const isOffline = useIsOffline()
  return {
    programme:
      sessions.data &&
      getSharedProgramme({ sessions: sessions.data, tracks, rooms, speakers }, forum.timeZone),
    forum,
    failed: !sessions.data && (sessions.isError || isOffline),
    retry: () => void sessions.refetch(),
  }
}
