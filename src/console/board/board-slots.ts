import type { FilterItem } from '#contract/filters.ts'
import { matchesAllConditions } from '#contract/form/matches.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { overlaps, parseMinutesOfDay } from '#contract/time.ts'
import { toFormShape } from '../data/metadata.ts'

/** The values of a row, by the keys of its fields. */
type Values = Readonly<Record<string, unknown>>

/** A time interval in a room; `from` and `to` are minutes since midnight. */
export interface BoardSlot {
  /** Id of the room. */
  room: string
  /** Date `YYYY-MM-DD`. */
  date: string
  from: number
  to: number
}

/** The slot of a row. */
export interface PlacedSlot extends BoardSlot {
  /** Id of the row. */
  id: string
}

/** Minutes between two free slots that the board offers, and of a row of its grid. */
export const stepMinutes = 30
/** The hours that are always shown, in minutes since midnight. */
const usualHours = { from: 8 * 60, to: 20 * 60 }
/** Length of a slot when a row requests none, in minutes. */
const defaultMinutes = 60

/** Lists the names of the actions that place a row: those whose form has the board's room, date, start and end. */
export function listPlaceActions({ actions }: ModuleMetadata, board: BoardView): string[] {
  const boardFields = [board.room, board.date, board.start, board.end]
  return Object.entries(actions)
    .filter(([, { fields = [] }]) => boardFields.every((key) => fields.includes(key)))
    .map(([name]) => name)
}

/**
 * Builds the filter of rows that may be placed: those in a state that a placing action starts from. Empty, for all
 * rows, when the module has no such states.
 */
export function buildPlaceableFilter(metadata: ModuleMetadata, board: BoardView): FilterItem[] {
  const states = listPlaceActions(metadata, board).flatMap((name) => metadata.actions[name]?.from ?? [])
  const field = metadata.workflow?.field
  return field === undefined || states.length === 0
    ? []
    : [{ param: field, op: 'in', value: [...new Set(states)] }]
}

/** Whether a row occupies its slot: it matches the filter `holds` of the board. */
export function isPlaced(metadata: ModuleMetadata, board: BoardView, row: Values): boolean {
  return matchesAllConditions(toFormShape(metadata), board.holds, row, () => undefined)
}

/** Returns the slot of a row; undefined when it has none. */
export function getSlot(board: BoardView, row: Values): BoardSlot | undefined {
  return toSlot(row[board.room], row[board.date], row[board.start], row[board.end])
}

function toSlot(room: unknown, date: unknown, start: unknown, end: unknown): BoardSlot | undefined {
  // A missing time is NaN, for which the comparison below is false.
  const [from, to] = [parseMinutesOfDay(start), parseMinutesOfDay(end)]
  if (typeof room !== 'string' || typeof date !== 'string' || !(from < to)) return undefined
  return { room, date, from, to }
}

/**
 * Returns the time that the board suggests for a row: the day and the start that its applicant requested. The length is
 * that of its present slot, because an organiser may have changed it. Without a request the present slot is used.
 * @returns `from` in minutes since midnight and the length in `minutes`; day and start are undefined when unknown
 */
export function getRequestedSlot(
  board: BoardView,
  row: Values,
): { date: string | undefined; from: number | undefined; minutes: number } {
  const { wanted: requestFields } = board
  // A request names no room.
  const requestedSlot =
    requestFields && toSlot('', row[requestFields.date], row[requestFields.start], row[requestFields.end])
  const presentSlot = getSlot(board, row)
  const slotWithLength = presentSlot ?? requestedSlot
  return {
    date: (requestedSlot ?? presentSlot)?.date,
    from: (requestedSlot ?? presentSlot)?.from,
    minutes: slotWithLength ? slotWithLength.to - slotWithLength.from : defaultMinutes,
  }
}

/** Whether two slots overlap in one room. Adjacent slots do not overlap. */
export function isOverlapping(a: BoardSlot, b: BoardSlot): boolean {
  const isSameRoom = a.room === b.room && a.date === b.date
  return isSameRoom && overlaps({ starts_at: a.from, ends_at: a.to }, { starts_at: b.from, ends_at: b.to })
}

/** Whether a room suits a row: fields that a rule compares are equal, such as the room's size and the requested one. */
export function fitsRoom(
  { rules }: Pick<ModuleMetadata, 'rules'>,
  board: BoardView,
  row: Values,
  room: Values,
): boolean {
  return rules.every(
    (rule) =>
      rule.rule !== 'same_as_related' || rule.relation !== board.room || room[rule.theirs] === row[rule.ours],
  )
}

/** Lists the keys of the room's fields that rules compare with a field of the row. */
export function listComparedFields({ rules }: Pick<ModuleMetadata, 'rules'>, board: BoardView): string[] {
  return rules.flatMap((rule) =>
    rule.rule === 'same_as_related' && rule.relation === board.room ? [rule.theirs] : [],
  )
}

/** Returns the shown hours of a day in minutes since midnight: the usual ones, extended to all slots. */
export function getShownHours(slots: readonly Pick<BoardSlot, 'from' | 'to'>[]): {
  from: number
  to: number
} {
  const from = Math.min(usualHours.from, ...slots.map((slot) => slot.from))
  const to = Math.max(usualHours.to, ...slots.map((slot) => slot.to))
  return { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 }
}

/** Lists the minutes since midnight at which a slot of this length can start without overlapping an occupied one. */
export function listFreeStarts(
  roomDay: { room: string; date: string },
  minutes: number,
  occupiedSlots: readonly BoardSlot[],
  shownHours: { from: number; to: number },
): number[] {
  const steps = Math.max(0, Math.floor((shownHours.to - minutes - shownHours.from) / stepMinutes) + 1)
  return Array.from({ length: steps }, (_, step) => shownHours.from + step * stepMinutes).filter((from) => {
    const slot = { ...roomDay, from, to: from + minutes }
    return !occupiedSlots.some((other) => isOverlapping(slot, other))
  })
}

/** Formats minutes since midnight as `09:30`. */
export function formatMinutes(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((digits) => String(digits).padStart(2, '0')).join(':')
}

/** Lists the dates of the forum and the dates of rows, each once, in order; all are `YYYY-MM-DD`. */
export function listBoardDays(startsOn: string, endsOn: string, rowDates: readonly string[]): string[] {
  const days = new Set(rowDates)
  const dayMs = 86_400_000
  for (let dayStart = Date.parse(startsOn); dayStart <= Date.parse(endsOn); dayStart += dayMs)
    days.add(new Date(dayStart).toISOString().slice(0, 10))
  return [...days].toSorted()
}
