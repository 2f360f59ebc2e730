import { formatDateInTimeZone } from '#contract/time.ts'
import { toNaturalKey } from '#lib/natural-order.ts'
import { parseSubForumNumeral } from './numerals.ts'
import type { RoomRow, SessionRow, SpeakerRow, TrackRow } from './rows.ts'

/** How many track colours the theme has (look.md); tracks beyond take them again from the first. */
export const trackColours = 11

/** A track as screens show it. */
export interface Track extends TrackRow {
  /** Number of its colour token, 1 to {@link trackColours}. */
  colour: number
}

/** A session with all that it refers to. */
export interface ProgrammeItem {
  id: string
  row: SessionRow
  /** Forum day to which it belongs, `YYYY-MM-DD`: the date on which it starts in the forum's zone. */
  day: string
  startMs: number
  endMs: number
  track?: Track
  room?: RoomRow
  /** Rooms in which it is seen as well; absent where there is none. */
  otherRooms?: readonly RoomRow[]
  speakers: readonly SpeakerRow[]
}

/** The whole programme, in the order of time, then of rooms. */
export interface Programme {
  zone: string
  /** The rows as the list call answered them. */
  sessions: readonly SessionRow[]
  items: readonly ProgrammeItem[]
  byId: ReadonlyMap<string, ProgrammeItem>
  tracks: readonly Track[]
  rooms: readonly RoomRow[]
}

export interface ProgrammeRows {
  sessions: readonly SessionRow[]
  tracks: readonly TrackRow[]
  rooms: readonly RoomRow[]
  speakers: readonly SpeakerRow[]
}

const byPosition = (a: { position: number; id: string }, b: { position: number; id: string }) =>
  a.position - b.position || (a.id < b.id ? -1 : 1)

const unnumbered = Number.POSITIVE_INFINITY

/** Sub-forums by their number, whatever their place in an imported list (II before IX before X); then the others. */
function byNumeral(a: TrackRow, b: TrackRow): number {
  const [first, second] = [a, b].map(
    ({ code }) => parseSubForumNumeral((code ?? '').toLowerCase()) ?? unnumbered,
  )
  return first === second ? byPosition(a, b) : (first ?? 0) - (second ?? 0)
}

const byIdOf = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/**
 * Joins the rows of the four modules into one programme. A session whose room, track or speaker is not there (not yet
 * loaded, or removed) stays in it without them. Rows whose times cannot be read are left out.
 */
export function buildProgramme(rows: ProgrammeRows, zone: string): Programme {
  const tracks = rows.tracks
    .toSorted(byNumeral)
    .map((track, index) => ({ ...track, colour: (index % trackColours) + 1 }))
  const rooms = rows.rooms.toSorted(byPosition)
  const tracksById = byIdOf(tracks)
  const roomsById = byIdOf(rooms)
  const speakersById = byIdOf(rows.speakers)
  const roomOrder = new Map(rooms.map((room, index) => [room.id, index]))

  const dayOf = remembered((startMs: number) => formatDateInTimeZone(startMs, zone))
  const msOf = remembered((instant: string) => Date.parse(instant))

  const items: ProgrammeItem[] = []
  for (const row of rows.sessions) {
    const startMs = msOf(row.starts_at)
    const endMs = msOf(row.ends_at)
    if (Number.isNaN(startMs) || Number.isNaN(endMs)) continue
    const track = row.track ? tracksById.get(row.track) : undefined
    const room = row.room ? roomsById.get(row.room) : undefined
    const otherRooms = (row.other_rooms ?? []).flatMap((id) => roomsById.get(id) ?? [])
    items.push({
      id: row.id,
      row,
      day: dayOf(startMs),
      startMs,
      endMs,
      ...(track ? { track } : {}),
      ...(room ? { room } : {}),
      ...(otherRooms.length > 0 ? { otherRooms } : {}),
      speakers: (row.speakers ?? []).flatMap((id) => speakersById.get(id) ?? []),
    })
  }
  const placeOf = (item: ProgrammeItem) => roomOrder.get(item.row.room ?? '') ?? rooms.length
  // Of posters in one room at one time the ids say nothing; people look for them by their numbers.
  const titleOf = ({ id, row }: ProgrammeItem) => toNaturalKey(`${Object.values(row.title).join(' ')} ${id}`)
  items.sort(
    (a, b) =>
      a.startMs - b.startMs ||
      placeOf(a) - placeOf(b) ||
      a.endMs - b.endMs ||
      (titleOf(a) < titleOf(b) ? -1 : 1),
  )
  return { zone, sessions: rows.sessions, items, byId: byIdOf(items), tracks, rooms }
}

/** A programme has many sessions and few moments: each is worked out once. */
function remembered<From, To>(work: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>()
  return (from) => {
    let to = known.get(from)
    if (to === undefined) known.set(from, (to = work(from)))
    return to
  }
}
