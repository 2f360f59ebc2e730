import type { ForumSetting } from '#contract/forum.ts'
import type { PublicRows } from './public-rows.ts'
import type { PartnerRow, RoomRow, SessionRow, SpeakerRow, TrackRow } from './rows.ts'

/** The published programme with what its items refer to. */
export interface Programme {
  forum: ForumSetting
  sessions: readonly SessionRow[]
  tracks: readonly TrackRow[]
  rooms: ReadonlyMap<string, RoomRow>
  speakers: ReadonlyMap<string, SpeakerRow>
  organisers: readonly PartnerRow[]
}

/** Reads it out of the memory of public lists. */
export async function readProgramme(rows: PublicRows): Promise<Programme> {
  const [forum, sessions, tracks, rooms, speakers, partners] = await Promise.all([
    rows.forum(),
    rows.all<SessionRow>('sessions'),
    rows.all<TrackRow>('tracks'),
    rows.all<RoomRow>('rooms'),
    rows.all<SpeakerRow>('speakers'),
    rows.all<PartnerRow>('partners'),
  ])
  return {
    forum,
    sessions,
    tracks,
    rooms: byId(rooms),
    speakers: byId(speakers),
    organisers: partners.filter(({ kind }) => kind === 'organiser'),
  }
}

/** Rooms in which a session is, its own first. */
export function roomsOf(
  { room, other_rooms }: Pick<SessionRow, 'room' | 'other_rooms'>,
  { rooms }: Pick<Programme, 'rooms'>,
): RoomRow[] {
  return [...new Set([room, ...(other_rooms ?? [])])].flatMap((id) => rooms.get(id ?? '') ?? [])
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))
