import type { ProgrammeItem } from './programme.ts'
import { roomsOf } from './room-names.ts'
import type { RoomRow } from './rows.ts'

const msPerMinute = 60_000
const msPerHour = 3_600_000

/** A session in its room's column. */
export interface GridBlock {
  item: ProgrammeItem
  /** Minutes from the grid's start. */
  fromMinutes: number
  minutes: number
  /** Sessions of one room that overlap stand side by side: which place, counted from 0, of how many. */
  lane: number
  lanes: number
}

/** More sessions of a room at once than can stand side by side. */
export interface GridCrowd {
  items: readonly ProgrammeItem[]
  fromMinutes: number
  minutes: number
  endMs: number
}

export interface GridColumn {
  /** Empty for sessions without a room. */
  roomId: string
  room?: RoomRow
  blocks: GridBlock[]
  crowds: GridCrowd[]
  /** The most that stand side by side in it. */
  lanes: number
}

export interface TimeGrid {
  startMs: number
  minutes: number
  /** CSS pixels a minute. */
  scale: number
  /** The full hours to be drawn, as instants. */
  hours: number[]
  /** Only rooms in which something takes place, in their order; sessions without a room come last. */
  columns: GridColumn[]
}

/** A night's end at the latest: one session with a wrong end must not make a grid of days. */
const longestGridHours = 30
/** Sessions that stand side by side, each wide enough for a finger and a word. */
const mostLanes = 4
/** Least height of a block, for a line of text, in CSS pixels. */
const lineMinPx = 24
/** Least height of an ordinary session's block, for a finger and two lines of text, in CSS pixels. */
const blockMinPx = 56

/** How long what is laid out is, and how much of it a block takes at least. */
interface Extent {
  startMs: number
  endMs: number
  leastMs: number
}

/**
 * Lays out the sessions of a day as a grid of time and rooms.
 * @param items of one day, in the order of their starts
 */
export function layOutDay(items: readonly ProgrammeItem[], rooms: readonly RoomRow[]): TimeGrid {
  const first = items[0]
  if (!first) return { startMs: 0, minutes: 0, scale: 1, hours: [], columns: [] }
  const startMs = Math.floor(first.startMs / msPerHour) * msPerHour
  const latestMs = startMs + longestGridHours * msPerHour
  const lastMs = items.reduce((last, item) => Math.max(last, item.endMs), first.endMs)
  const endMs = Math.min(Math.ceil(lastMs / msPerHour) * msPerHour, latestMs)
  const scale = getPxPerMinute(
    items.map((item) => (Math.min(item.endMs, endMs) - item.startMs) / msPerMinute),
  )
  const leastMs = (lineMinPx / scale) * msPerMinute

  const hours: number[] = []
  for (let ms = startMs; ms < endMs; ms += msPerHour) hours.push(ms)
  return {
    startMs,
    minutes: (endMs - startMs) / msPerMinute,
    scale,
    hours,
    columns: columnsOf(items, rooms, { startMs, endMs, leastMs }),
  }
}

function columnsOf(items: readonly ProgrammeItem[], rooms: readonly RoomRow[], extent: Extent): GridColumn[] {
  const inRoom = new Map<string, ProgrammeItem[]>()
  for (const item of items) {
    const roomIds = roomsOf(item).map(({ id }) => id)
    for (const roomId of roomIds.length > 0 ? roomIds : ['']) {
      const own = inRoom.get(roomId)
      if (own) own.push(item)
      else inRoom.set(roomId, [item])
    }
  }
  const ordered = [...rooms.map((room) => ({ roomId: room.id, room })), { roomId: '' }]
  return ordered.flatMap((column) => {
    const own = inRoom.get(column.roomId)
    return own ? [{ ...column, ...placeInLanes(own, extent) }] : []
  })
}

/** Sessions that overlap, or whose blocks would, stand side by side; where they are too many, one block is for all. */
function placeInLanes(
  items: readonly ProgrammeItem[],
  { startMs, endMs, leastMs }: Extent,
): Pick<GridColumn, 'blocks' | 'crowds' | 'lanes'> {
  const blocks: GridBlock[] = []
  const crowds: GridCrowd[] = []
  let lanes = 1
  let cluster: GridBlock[] = []
  let laneEnds: number[] = []
  const fromMinutes = (ms: number) => (ms - startMs) / msPerMinute
  const closeCluster = () => {
    if (laneEnds.length > mostLanes) crowds.push(crowdOf(cluster, Math.min(Math.max(...laneEnds), endMs)))
    else {
      lanes = Math.max(lanes, laneEnds.length)
      blocks.push(...cluster.map((block) => ({ ...block, lanes: laneEnds.length })))
    }
    cluster = []
    laneEnds = []
  }
  for (const item of items) {
    if (laneEnds.every((end) => end <= item.startMs)) closeCluster()
    const free = laneEnds.findIndex((end) => end <= item.startMs)
    const lane = free < 0 ? laneEnds.length : free
    const blockEndMs = Math.max(Math.min(item.endMs, endMs), item.startMs + leastMs)
    laneEnds[lane] = blockEndMs
    cluster.push({
      item,
      fromMinutes: fromMinutes(item.startMs),
      minutes: (blockEndMs - item.startMs) / msPerMinute,
      lane,
      lanes: 1,
    })
  }
  closeCluster()
  return { blocks, crowds, lanes }
}

function crowdOf(cluster: readonly GridBlock[], endMs: number): GridCrowd {
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
 * CSS pixels a minute: so that all but the shortest tenth of the sessions can be hit with a finger, within what stays a
 * usable height for a day.
 * @param lengths minutes of each session
 */
function getPxPerMinute(lengths: readonly number[]): number {
  const sorted = lengths.toSorted((a, b) => a - b)
  const short = sorted[Math.floor(sorted.length / 10)] ?? 60
  return Math.min(4, Math.max(1.25, blockMinPx / Math.max(short, 1)))
}
