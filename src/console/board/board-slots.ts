import type { FilterItem } from '#contract/filters.ts'
import { matchesAllConditions } from '#contract/form/matches.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { overlaps, parseMinutesOfDay } from '#contract/time.ts'
import { toFormShape } from '../data/metadata.ts'

type Values = Readonly<Record<string, unknown>>

/** A time interval in a room; `from` and `to` are minutes since midnight. */
export interface BoardSlot {
  room: string
  date: string
  from: number
  to: number
}

/** The slot of a row. */
export interface PlacedSlot extends BoardSlot {
  id: string
}

/** Slots start every half hour, in minutes. */
export const stepMinutes = 30
/** The hours that are always shown, in minutes since midnight. */
const usualHours = { from: 8 * 60, to: 20 * 60 }
/** Length of a slot when a row requests none, in minutes. */
const defaultMinutes = 60

/** Lists the actions that place a row: those whose form has the board's room, date, start and end. */
export function listPlaceActions({ actions }: ModuleMetadata, board: BoardView): string[] {
  const boardFields = [board.room, board.date, board.start, board.end]
  return Object.entries(actions)
    .filter(([, { fields = [] }]) => boardFields.every((key) => fields.includes(key)))
    .map(([name]) => name)
}

/** Builds the filter of rows that may be placed: those in a state that a placing action starts from. */
export function buildPlaceableFilter(metadata: ModuleMetadata, board: BoardView): FilterItem[] {
  const states = listPlaceActions(metadata, board).flatMap((name) => metadata.actions[name]?.from ?? [])
  const field = metadata.workflow?.field
  return field === undefined || states.length === 0
    ? []
    : [{ param: field, op: 'in', value: [...new Set(states)] }]
}

/** Whether a row occupies its slot. */
export function isPlaced(metadata: ModuleMetadata, board: BoardView, row: Values): boolean {
  return matchesAllConditions(toFormShape(metadata), board.holds, row, () => undefined)
}

/** Returns the slot of a row; undefined when it has none. */
export function getSlot(board: BoardView, row: Values): BoardSlot | undefined {
  return toSlot(row[board.room], row[board.date], row[board.start], row[board.end])
}

function toSlot(room: unknown, date: unknown, start: unknown, end: unknown): BoardSlot | undefined {
  const [from, to] = [parseMinutesOfDay(start), parseMinutesOfDay(end)]
  if (typeof room !== 'string' || typeof date !== 'string' || !(from < to)) return undefined
  return { room, date, from, to }
}

/**
 * Returns where a row is placed by default: on the day and at the start that its applicant requested, for the length that it
 * has now, since an organiser may have changed it. Start and length are in minutes; day and start are undefined when unknown.
 */
export function getRequestedSlot(
  board: BoardView,
  row: Values,
): { date: string | undefined; from: number | undefined; minutes: number } {
  const { wanted: requestFields } = board
  const requested =
    requestFields && toSlot('', row[requestFields.date], row[requestFields.start], row[requestFields.end])
  const current = getSlot(board, row)
  const slot = current ?? requested
  return {
    date: (requested ?? current)?.date,
    from: (requested ?? current)?.from,
    minutes: slot ? slot.to - slot.from : defaultMinutes,
  }
}

/** Whether two slots overlap in one room. Adjacent slots do not overlap. */
export function isOverlapping(a: BoardSlot, b: BoardSlot): boolean {
  const isSameRoom = a.room === b.room && a.date === b.date
  return isSameRoom && overlaps({ starts_at: a.from, ends_at: a.to }, { starts_at: b.from, ends_at: b.to })
}

/** Whether a room suits a row: every rule that compares a field of both is satisfied. */
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

/** Lists the fields of a room that rules compare with a field of the row. */
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
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Lists the dates of the forum and other dates, each once, in order. */
export function listBoardDays(startsOn: string, endsOn: string, others: readonly string[]): string[] {
  const days = new Set(others)
  const dayMs = 86_400_000
  for (let dayStart = Date.parse(startsOn); dayStart <= Date.parse(endsOn); dayStart += dayMs)
    days.add(new Date(dayStart).toISOString().slice(0, 10))
  return [...days].toSorted()
}
