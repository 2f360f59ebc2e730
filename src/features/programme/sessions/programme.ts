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

/** A session with its related rows. {@link buildProgramme} creates it; screens, filters and the search use it. */
export interface ProgrammeItem {
  /** Id of the session's row. */
  id: string
  /** The session as the list endpoint returned it. */
  row: SessionRow
  /** Forum day of the session, `YYYY-MM-DD`: the date of its start in the forum's time zone. */
  day: string
  /** Start as an instant, in milliseconds since 1970. */
  startMs: number
  /** End as an instant. Data that was entered wrong may have it at or before `startMs`. */
  endMs: number
  /** Absent when the session has no track, or while the tracks have not loaded. */
  track?: Track
  /** Absent when the session has no room, or while the rooms have not loaded. */
  room?: RoomRow
  /** Further rooms for which the session counts, such as the halls that show an opening; absent when there is none. */
  otherRooms?: readonly RoomRow[]
  speakers: readonly SpeakerRow[]
}

/** The whole programme. */
export interface Programme {
  /** IANA time zone of the forum. */
  timeZone: string
  /** All rows as the list endpoint returned them. The query of the abstracts needs them to see what has changed. */
  sessions: readonly SessionRow[]
  /** The sessions with valid times, ordered by start, then by room, end and title. */
  items: readonly ProgrammeItem[]
  /** The `items` by session id. */
  byId: ReadonlyMap<string, ProgrammeItem>
  /** Sub-forums by number, then the other tracks in the organisers' order. */
  tracks: readonly Track[]
  /** All rooms in the organisers' order, also those without sessions. */
  rooms: readonly RoomRow[]
}

/** Rows of the four modules as their list endpoints return them. */
export interface ProgrammeRows {
  sessions: readonly SessionRow[]
  tracks: readonly TrackRow[]
  rooms: readonly RoomRow[]
  speakers: readonly SpeakerRow[]
}

/** Orders rows as the organisers do. Equal positions are ordered by id, so that the order never changes by itself. */
const byPosition = (a: { position: number; id: string }, b: { position: number; id: string }) =>
  a.position - b.position || (a.id < b.id ? -1 : 1)

/** Returns the number of a sub-forum by its numeral (`II`); infinity for other tracks, so that they come last. */
const getTrackNumber = ({ code }: TrackRow): number =>
  parseSubForumNumeral((code ?? '').toLowerCase()) ?? Number.POSITIVE_INFINITY

/** Orders sub-forums by number, whatever their order in an import, then the other tracks. */
function byNumeral(a: TrackRow, b: TrackRow): number {
  const [first, second] = [getTrackNumber(a), getTrackNumber(b)]
  // Equal values first: the difference of two infinities is not a number.
  return first === second ? byPosition(a, b) : first - second
}

const indexById = <Row extends { id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]))

/**
 * Joins the rows of the four modules into one programme.
 * A session whose room, track or speaker is missing stays in it. Rows with invalid times are left out.
 * @param timeZone of the forum: it decides on which day a session is
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
  // Sessions without a known room come last.
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

/** Memoizes a function of one parameter: a programme has many sessions and few distinct times. */
function memoize<Input, Result>(compute: (input: Input) => Result): (input: Input) => Result {
  const cache = new Map<Input, Result>()
  return (input) => {
    let result = cache.get(input)
    if (result === undefined) cache.set(input, (result = compute(input)))
    return result
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

/** The abstract of a session: the list endpoint returns it only when it is requested by `fields`. */
export type AbstractRow = Pick<WireRow<typeof sessions>, 'id' | 'abstract'>

/** A track as the list endpoint returns it. Its `code` is the numeral of a sub-forum, such as `II`. */
export type TrackRow = Pick<
  WireRow<typeof tracks>,
  'id' | 'position' | 'code' | 'name' | 'starts_at' | 'ends_at'
>

/** A room as the list endpoint returns it. */
export type RoomRow = Pick<WireRow<typeof rooms>, 'id' | 'position' | 'name' | 'floor'>

/** A speaker as the list endpoint returns it. */
export type SpeakerRow = Pick<WireRow<typeof speakers>, 'id' | 'name' | 'organisation'>
