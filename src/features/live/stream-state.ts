import type { StreamRow } from './queries.ts'

/**
 * Where a stream stands: to come, on, over; a recording or an album that can be seen is `ready`, a recording that is not
 * there yet is `awaited`.
 */
export type StreamState = 'before' | 'on' | 'over' | 'ready' | 'awaited'

/** What decides it. */
export type StreamStateInput = Pick<
  StreamRow,
  'kind' | 'starts_at' | 'ends_at' | 'url' | 'file' | 'low_url' | 'low_file'
>

/** A stream whose end nobody wrote down counts as over after so long, in milliseconds: a day. */
const openEndMs = 86_400_000

/** @param nowMs the present by the forum's clock */
export function findStreamState(stream: StreamStateInput, nowMs: number): StreamState {
  const hasWay = Boolean(stream.url ?? stream.file ?? stream.low_url ?? stream.low_file)
  if (stream.kind === 'replay') return hasWay ? 'ready' : 'awaited'
  const startMs = toMs(stream.starts_at)
  const endMs = toMs(stream.ends_at) ?? (startMs === undefined ? undefined : startMs + openEndMs)
  if (startMs !== undefined && nowMs < startMs) return 'before'
  if (endMs !== undefined && nowMs >= endMs) return stream.kind === 'photos' && hasWay ? 'ready' : 'over'
  // Without a time only the address tells that there is something to see.
  return startMs === undefined && !hasWay ? 'before' : 'on'
}

function toMs(instant: string | null | undefined): number | undefined {
  const ms = Date.parse(instant ?? '')
  return Number.isNaN(ms) ? undefined : ms
}

/** Parts of the screen, in its order. */
export const streamGroups = ['on', 'before', 'recordings', 'pictures', 'over'] as const

export type StreamGroup = (typeof streamGroups)[number]

/** A stream with where it stands. */
export interface StreamWithState<Row extends StreamStateInput = StreamRow> {
  row: Row
  state: StreamState
}

/** Parts the streams: what comes first comes first, all else in the organiser's order. */
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
    groups[groupOf(row, state)].push({ row, state })
  }
  groups.before.sort((a, b) => startOf(a.row) - startOf(b.row))
  return groups
}

function groupOf({ kind }: StreamStateInput, state: StreamState): StreamGroup {
  if (kind === 'photos') return 'pictures'
  if (kind === 'replay') return 'recordings'
  return state === 'before' || state === 'on' ? state : 'over'
}

const startOf = (row: StreamStateInput): number => toMs(row.starts_at) ?? Number.POSITIVE_INFINITY
