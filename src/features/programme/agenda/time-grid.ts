import { listRooms, type Programme, type ProgrammeItem } from '#features/programme/sessions'

const msPerMinute = 60_000
const msPerHour = 3_600_000

/** A session in its room's column. */
export interface GridBlock {
  item: ProgrammeItem
  /** Minutes from the start of the grid. */
  fromMinutes: number
  /** Height in minutes: the session's duration, but at least a line of text and at most to the grid's end. */
  minutes: number
  /** Index of the block's lane from 0: overlapping sessions of a room share the width of its column. */
  lane: number
  /** Number of lanes that share the width where this block is. */
  lanes: number
}

/** A block for more overlapping sessions than fit side by side. */
export interface GridCrowd {
  /** In the order of their starts. */
  items: readonly ProgrammeItem[]
  /** Minutes from the start of the grid. */
  fromMinutes: number
  /** Height in minutes. */
  minutes: number
  /** End of the last session, at most the grid's end, as an instant. */
  endMs: number
}

/** The column of a room. */
export interface GridColumn {
  /** Empty for sessions without a room. */
  roomId: string
  room?: Programme['rooms'][number]
  blocks: GridBlock[]
  crowds: GridCrowd[]
  /** The largest number of lanes anywhere in the column, 1 to {@link maxLanes}: gives the column its minimum width. */
  lanes: number
}

/** The layout of a day's timetable. */
export interface TimeGrid {
  /** The full hour at or before the first start, as an instant. */
  startMs: number
  /** Height of the grid in minutes. */
  minutes: number
  /** CSS pixels per minute. */
  scale: number
  /** The full hours of the grid, as instants. */
  hours: number[]
  /** Only rooms with sessions, in their order; sessions without a room come last. */
  columns: GridColumn[]
}

/**
 * Maximum length of the grid: one session with a wrong end must not make a grid of days. It exceeds a day, because an
 * evening's session may end after midnight.
 */
const maxGridHours = 30
/** Maximum number of lanes that leave room for a finger and a word. */
const maxLanes = 4
/** Minimum height of a block, for a line of text, in CSS pixels. */
const lineMinPx = 24
/** Minimum height of a usual session's block, for a finger and two lines of text, in CSS pixels. */
const blockMinPx = 56
/** Limits of the scale in CSS pixels per minute: an hour takes 75 to 240 pixels. */
const scaleLimits = { min: 1.25, max: 4 }
/** Minutes of a usual session, for the scale of a day without sessions. */
const usualMinutes = 60

/** Time range of the grid. */
interface Extent {
  startMs: number
  endMs: number
  /** Minimum duration of a block in milliseconds; a shorter session gets a block of this duration. */
  minMs: number
}

/**
 * Lays out the sessions of a day as a grid of time and rooms.
 * @param items of one day, in the order of their starts
 */
export function layOutDay(items: readonly ProgrammeItem[], rooms: Programme['rooms']): TimeGrid {
  const firstItem = items[0]
  if (!firstItem) return { startMs: 0, minutes: 0, scale: 1, hours: [], columns: [] }
  const startMs = Math.floor(firstItem.startMs / msPerHour) * msPerHour
  const maxEndMs = startMs + maxGridHours * msPerHour
  const lastEndMs = items.reduce((latest, item) => Math.max(latest, item.endMs), firstItem.endMs)
  const endMs = Math.min(Math.ceil(lastEndMs / msPerHour) * msPerHour, maxEndMs)
  const scale = getPxPerMinute(
    items.map((item) => (Math.min(item.endMs, endMs) - item.startMs) / msPerMinute),
  )
  const minMs = (lineMinPx / scale) * msPerMinute

  const hours: number[] = []
  for (let ms = startMs; ms < endMs; ms += msPerHour) hours.push(ms)
  return {
    startMs,
    minutes: (endMs - startMs) / msPerMinute,
    scale,
    hours,
    columns: buildColumns(items, rooms, { startMs, endMs, minMs }),
  }
}

function buildColumns(
  items: readonly ProgrammeItem[],
  rooms: Programme['rooms'],
  extent: Extent,
): GridColumn[] {
  const itemsByRoom = new Map<string, ProgrammeItem[]>()
  for (const item of items) {
    const roomIds = listRooms(item).map(({ id }) => id)
    for (const roomId of roomIds.length > 0 ? roomIds : ['']) {
      const sessions = itemsByRoom.get(roomId)
      if (sessions) sessions.push(item)
      else itemsByRoom.set(roomId, [item])
    }
  }
  const roomColumns = [...rooms.map((room) => ({ roomId: room.id, room })), { roomId: '' }]
  return roomColumns.flatMap((column) => {
    const sessions = itemsByRoom.get(column.roomId)
    return sessions ? [{ ...column, ...assignLanes(sessions, extent) }] : []
  })
}

/**
 * Assigns lanes to sessions that overlap, or whose blocks would. When there are too many, one crowd block represents
 * all.
 */
function assignLanes(
  items: readonly ProgrammeItem[],
  { startMs, endMs, minMs }: Extent,
): Pick<GridColumn, 'blocks' | 'crowds' | 'lanes'> {
  const blocks: GridBlock[] = []
  const crowds: GridCrowd[] = []
  let lanes = 1
  /** Sessions of which each overlaps an earlier one. They share the number of lanes. */
  let cluster: GridBlock[] = []
  /** End of the last block in each lane of the cluster, as an instant. */
  let laneEnds: number[] = []
  const fromMinutes = (ms: number) => (ms - startMs) / msPerMinute
  const closeCluster = () => {
    if (laneEnds.length > maxLanes) crowds.push(createCrowd(cluster, Math.min(Math.max(...laneEnds), endMs)))
    else {
      lanes = Math.max(lanes, laneEnds.length)
      blocks.push(...cluster.map((block) => ({ ...block, lanes: laneEnds.length })))
    }
    cluster = []
    laneEnds = []
  }
  for (const item of items) {
    if (laneEnds.every((end) => end <= item.startMs)) closeCluster()
    const freeLane = laneEnds.findIndex((end) => end <= item.startMs)
    const lane = freeLane < 0 ? laneEnds.length : freeLane
    const blockEndMs = Math.max(Math.min(item.endMs, endMs), item.startMs + minMs)
    laneEnds[lane] = blockEndMs
    cluster.push({
      item,
      fromMinutes: fromMinutes(item.startMs),
      minutes: (blockEndMs - item.startMs) / msPerMinute,
      lane,
      // Replaced when the cluster is complete.
      lanes: 1,
    })
  }
  closeCluster()
  return { blocks, crowds, lanes }
}

function createCrowd(cluster: readonly GridBlock[], endMs: number): GridCrowd {
  const items = cluster.map(({ item }) => item)
  const startMs = items[0]?.startMs ?? 0
  return {
    items,
    fromMinutes: cluster[0]?.fromMinutes ?? 0,
    minutes: (endMs - startMs) / msPerMinute,
    endMs,
  }
}

/**
 * Returns the scale in CSS pixels per minute: large enough to tap all but the shortest tenth of the sessions, within a
 * usable height.
 * @param durations minutes of each session
 */
function getPxPerMinute(durations: readonly number[]): number {
  const sorted = durations.toSorted((a, b) => a - b)
  const shortMinutes = sorted[Math.floor(sorted.length / 10)] ?? usualMinutes
  // A session that ends at its start, or before it, counts as a minute.
  return Math.min(scaleLimits.max, Math.max(scaleLimits.min, blockMinPx / Math.max(shortMinutes, 1)))
}
