import { formatDateInTimeZone } from '#contract/time.ts'
import type { WireRow } from '#contract/row.ts'
import type { rooms } from '#contract/modules/rooms.ts'
import type { sessions } from '#contract/modules/sessions.ts'
import type { speakers } from '#contract/modules/speakers.ts'
import type { tracks } from '#contract/modules/tracks.ts'
import { toNaturalKey } from '#platform/text-search.ts'
import { parseSubForumNumeral } from './numerals.ts'

/** Number of track colours in the theme; further tracks start again with the first. */
export const trackColours = 11

/** A track with its colour. */
export interface Track extends TrackRow {
  /** Number of its colour token, 1 to {@link trackColours}. */
  colour: number
}

/** A session with its related rows. */
export interface ProgrammeItem {
  id: string
  row: SessionRow
  /** Forum day of the session, `YYYY-MM-DD`: the date of its start in the forum's time zone. */
  day: string
  startMs: number
  endMs: number
  track?: Track
  room?: RoomRow
  /** Further rooms that show the session; absent when there is none. */
  otherRooms?: readonly RoomRow[]
  speakers: readonly SpeakerRow[]
}

/** The whole programme, ordered by time, then by room. */
export interface Programme {
  /** IANA time zone of the forum. */
  timeZone: string
  /** Rows as the list endpoint returned them, for queries of their abstracts; `items` leaves out those without valid times. */
  sessions: readonly SessionRow[]
  items: readonly ProgrammeItem[]
  byId: ReadonlyMap<string, ProgrammeItem>
  tracks: readonly Track[]
  rooms: readonly RoomRow[]
}

/** Rows of the four modules as their list endpoints return them. */
export interface ProgrammeRows {
  sessions: readonly SessionRow[]
  tracks: readonly TrackRow[]
  rooms: readonly RoomRow[]
  speakers: readonly SpeakerRow[]
}

const byPosition = (a: { position: number; id: string }, b: { position: number; id: string }) =>
  a.position - b.position || (a.id < b.id ? -1 : 1)

/** Sort position of tracks without a number. */
const unnumbered = Number.POSITIVE_INFINITY

/** Orders sub-forums by number, whatever their order in an import, then the other tracks. */
function byNumeral(a: TrackRow, b: TrackRow): number {
  const [first, second] = [a, b].map(
    ({ code }) => parseSubForumNumeral((code ?? '').toLowerCase()) ?? unnumbered,
  )
  // Equal values first: the difference of two infinities is not a number.
  return first === second ? byPosition(a, b) : (first ?? 0) - (second ?? 0)
}

const indexById = <Row extends { id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]))

/**
 * Joins the rows of the four modules into one programme.
 * A session whose room, track or speaker is missing stays in it. Rows with invalid times are left out.
 */
export function buildProgramme(rows: ProgrammeRows, timeZone: string): Programme {
  const tracks = rows.tracks
    .toSorted(byNumeral)
    .map((track, index) => ({ ...track, colour: (index % trackColours) + 1 }))
  const rooms = rows.rooms.toSorted(byPosition)
  const tracksById = indexById(tracks)
  const roomsById = indexById(rooms)
  const speakersById = indexById(rows.speakers)
  const roomOrder = new Map(rooms.map((room, index) => [room.id, index]))

  const getDay = memoize((startMs: number) => formatDateInTimeZone(startMs, timeZone))
  const parseMs = memoize((instant: string) => Date.parse(instant))

  const items: ProgrammeItem[] = []
  for (const row of rows.sessions) {
    const startMs = parseMs(row.starts_at)
    const endMs = parseMs(row.ends_at)
    if (Number.isNaN(startMs) || Number.isNaN(endMs)) continue
    const track = row.track ? tracksById.get(row.track) : undefined
    const room = row.room ? roomsById.get(row.room) : undefined
    const otherRooms = (row.other_rooms ?? []).flatMap((id) => roomsById.get(id) ?? [])
    items.push({
      id: row.id,
      row,
      day: getDay(startMs),
      startMs,
      endMs,
      ...(track ? { track } : {}),
      ...(room ? { room } : {}),
      ...(otherRooms.length > 0 ? { otherRooms } : {}),
      speakers: (row.speakers ?? []).flatMap((id) => speakersById.get(id) ?? []),
    })
  }
  const getRoomIndex = (item: ProgrammeItem) => roomOrder.get(item.row.room ?? '') ?? rooms.length
  // Posters share room and time, and their ids have no order. Visitors look for them by number, which the title
  // contains.
  const getSortTitle = ({ id, row }: ProgrammeItem) =>
    toNaturalKey(`${Object.values(row.title).join(' ')} ${id}`)
  items.sort(
    (a, b) =>
      a.startMs - b.startMs ||
      getRoomIndex(a) - getRoomIndex(b) ||
      a.endMs - b.endMs ||
      (getSortTitle(a) < getSortTitle(b) ? -1 : 1),
  )
  return { timeZone, sessions: rows.sessions, items, byId: indexById(items), tracks, rooms }
}

/** Memoizes a function: a programme has many sessions and few distinct times. */
function memoize<From, To>(work: (from: From) => To): (from: From) => To {
  const cache = new Map<From, To>()
  return (from) => {
    let to = cache.get(from)
    if (to === undefined) cache.set(from, (to = work(from)))
    return to
  }
}

/** A session as the list endpoint returns it: both languages, no abstract. */
export type SessionRow = Pick<
  WireRow<typeof sessions>,
  | 'id'
  | 'version'
  | 'code'
  | 'type'
  | 'state'
  | 'title'
  | 'title_initials'
  | 'subtitle'
  | 'language'
  | 'starts_at'
  | 'ends_at'
  | 'track'
  | 'room'
  | 'other_rooms'
  | 'speakers'
>

/** A session with the fields that only its own page needs. */
export type SessionDetail = SessionRow & Pick<WireRow<typeof sessions>, 'abstract' | 'links' | 'updated_at'>

/** An abstract as the endpoint for long texts returns it. */
export type AbstractRow = Pick<WireRow<typeof sessions>, 'id' | 'abstract'>

export type TrackRow = Pick<
  WireRow<typeof tracks>,
  'id' | 'position' | 'code' | 'name' | 'starts_at' | 'ends_at'
>

export type RoomRow = Pick<WireRow<typeof rooms>, 'id' | 'position' | 'name' | 'floor'>

export type SpeakerRow = Pick<WireRow<typeof speakers>, 'id' | 'name' | 'organisation'>
