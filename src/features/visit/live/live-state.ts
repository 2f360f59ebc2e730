import type { Programme, ProgrammeItem } from '#features/programme/sessions'
import type { StreamRow } from './queries.ts'

/**
 * State of a stream: `before` it begins, `on` now, or `over`. A viewable recording, or album that has ended, is
 * `ready`. A recording that is not there yet is `awaited`.
 */
export type StreamState = 'before' | 'on' | 'over' | 'ready' | 'awaited'

/** The fields that determine a stream's state. `replay` is a recording, `photos` an album; times may be absent. */
export type StreamStateInput = Pick<
  StreamRow,
  'kind' | 'starts_at' | 'ends_at' | 'url' | 'file' | 'low_url' | 'low_file'
>

/** Time after its start at which a stream without an end counts as over, in milliseconds: a day. */
const openEndMs = 86_400_000

/** Finds the state of a stream. @param nowMs current time by the forum's clock */
export function findStreamState(stream: StreamStateInput, nowMs: number): StreamState {
  const isViewable = Boolean(stream.url ?? stream.file ?? stream.low_url ?? stream.low_file)
  if (stream.kind === 'replay') return isViewable ? 'ready' : 'awaited'
  const startMs = toMs(stream.starts_at)
  const endMs = toMs(stream.ends_at) ?? (startMs === undefined ? undefined : startMs + openEndMs)
  if (startMs !== undefined && nowMs < startMs) return 'before'
  if (endMs !== undefined && nowMs >= endMs) return stream.kind === 'photos' && isViewable ? 'ready' : 'over'
  // Without times, only a URL or file shows that there is something to see.
  return startMs === undefined && !isViewable ? 'before' : 'on'
}

/** Returns undefined for a missing or invalid instant. */
function toMs(instant: string | null | undefined): number | undefined {
  const ms = Date.parse(instant ?? '')
  return Number.isNaN(ms) ? undefined : ms
}

/** Sections of the screen in their order. */
export const streamGroups = ['on', 'before', 'recordings', 'pictures', 'over'] as const

export type StreamGroup = (typeof streamGroups)[number]

/** A stream with its state. */
export interface StreamWithState<Row extends StreamStateInput = StreamRow> {
  row: Row
  state: StreamState
}

/** Groups the streams: upcoming ones by start, all others in the order of `rows`, which is the organisers'. */
export function groupStreams<Row extends StreamStateInput>(
  rows: readonly Row[],
  nowMs: number,
): Record<StreamGroup, StreamWithState<Row>[]> {
  const groups: Record<StreamGroup, StreamWithState<Row>[]> = {
    on: [],
    before: [],
    recordings: [],
    pictures: [],
    over: [],
  }
  for (const row of rows) {
    const state = findStreamState(row, nowMs)
    groups[getGroup(row, state)].push({ row, state })
  }
  groups.before.sort((a, b) => getStartMs(a.row) - getStartMs(b.row))
  return groups
}

function getGroup({ kind }: StreamStateInput, state: StreamState): StreamGroup {
  if (kind === 'photos') return 'pictures'
  if (kind === 'replay') return 'recordings'
  return state === 'before' || state === 'on' ? state : 'over'
}

/** Upcoming streams without a start come last. */
const getStartMs = (row: StreamStateInput): number => toMs(row.starts_at) ?? Number.POSITIVE_INFINITY

/** What is on in a room. */
export interface RoomStatus {
  room: NonNullable<ProgrammeItem['room']>
  /** The current session. */
  now: ProgrammeItem | undefined
  /** The next session today. */
  next: ProgrammeItem | undefined
}

/**
 * Lists the rooms with a current session or one later today, in the programme's order of rooms.
 * @param today the day of `nowMs` at the forum: `2023-09-05`
 */
export function listRoomStatus(
  programme: Pick<Programme, 'items' | 'rooms'>,
  nowMs: number,
  today: string,
): RoomStatus[] {
  const unfinishedItems = programme.items.filter(
    (item) => item.row.state !== 'cancelled' && item.endMs > nowMs,
  )
  return programme.rooms.flatMap((room) => {
    const roomItems = unfinishedItems.filter(
      (item) => item.room?.id === room.id || item.otherRooms?.includes(room),
    )
    // Items are ordered by start. If a late session overlaps the next one, the one that began last counts.
    const now = roomItems.findLast((item) => item.startMs <= nowMs)
    const next = roomItems.find((item) => item.startMs > nowMs && item.day === today)
    return now || next ? [{ room, now, next }] : []
  })
}
