import type { ProgrammeItem } from './programme.ts'
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

export interface GridColumn {
  /** Empty for sessions without a room. */
  roomId: string
  room?: RoomRow
  blocks: GridBlock[]
}

export interface TimeGrid {
  startMs: number
  minutes: number
  /** The full hours to be drawn, as instants. */
  hours: number[]
  /** Only rooms in which something takes place, in their order; sessions without a room come last. */
  columns: GridColumn[]
}

/** A night's end at the latest: one session with a wrong end must not make a grid of days. */
const longestGridHours = 30

/**
 * Lays out the sessions of a day as a grid of time and rooms.
 * @param items of one day, in the order of their starts
 */
export function layOutDay(items: readonly ProgrammeItem[], rooms: readonly RoomRow[]): TimeGrid {
  const first = items[0]
  if (!first) return { startMs: 0, minutes: 0, hours: [], columns: [] }
  const startMs = Math.floor(first.startMs / msPerHour) * msPerHour
  const latestMs = startMs + longestGridHours * msPerHour
  const lastMs = items.reduce((last, item) => Math.max(last, item.endMs), first.endMs)
  const endMs = Math.min(Math.ceil(lastMs / msPerHour) * msPerHour, latestMs)

  const hours: number[] = []
  for (let ms = startMs; ms < endMs; ms += msPerHour) hours.push(ms)
  return {
    startMs,
    minutes: (endMs - startMs) / msPerMinute,
    hours,
    columns: columnsOf(items, rooms, startMs, endMs),
  }
}

function columnsOf(
  items: readonly ProgrammeItem[],
  rooms: readonly RoomRow[],
  startMs: number,
  endMs: number,
): GridColumn[] {
  const inRoom = new Map<string, ProgrammeItem[]>()
  for (const item of items) {
    const roomId = item.room?.id ?? ''
    const own = inRoom.get(roomId)
    if (own) own.push(item)
    else inRoom.set(roomId, [item])
  }
  const ordered = [...rooms.map((room) => ({ roomId: room.id, room })), { roomId: '' }]
  return ordered.flatMap((column) => {
    const own = inRoom.get(column.roomId)
    return own ? [{ ...column, blocks: placeInLanes(own, startMs, endMs) }] : []
  })
}

function placeInLanes(items: readonly ProgrammeItem[], startMs: number, endMs: number): GridBlock[] {
  const blocks: GridBlock[] = []
  let cluster: GridBlock[] = []
  let laneEnds: number[] = []
  const closeCluster = () => {
    for (const block of cluster) block.lanes = laneEnds.length
    cluster = []
    laneEnds = []
  }
  for (const item of items) {
    if (laneEnds.every((end) => end <= item.startMs)) closeCluster()
    const free = laneEnds.findIndex((end) => end <= item.startMs)
    const lane = free < 0 ? laneEnds.length : free
    laneEnds[lane] = item.endMs
    const block: GridBlock = {
      item,
      fromMinutes: (item.startMs - startMs) / msPerMinute,
      minutes: (Math.min(item.endMs, endMs) - item.startMs) / msPerMinute,
      lane,
      lanes: 1,
    }
    cluster.push(block)
    blocks.push(block)
  }
  closeCluster()
  return blocks
}

/** Least height of an ordinary session's block, for a finger and two lines of text, in CSS pixels. */
const blockMinPx = 56

/**
 * The scale of a grid, in CSS pixels a minute: so that all but the shortest tenth of its sessions can be hit with a
 * finger, within what stays a usable height for a day.
 */
export function scaleOf(grid: TimeGrid): number {
  const lengths = grid.columns
    .flatMap((column) => column.blocks.map((block) => block.minutes))
    .toSorted((a, b) => a - b)
  const short = lengths[Math.floor(lengths.length / 10)] ?? 60
  return Math.min(4, Math.max(1.25, blockMinPx / Math.max(short, 1)))
}
