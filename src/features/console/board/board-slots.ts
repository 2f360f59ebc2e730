import type { FilterItem } from '#contract/filters.ts'
import { matchesAllConditions } from '#contract/form/matches.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { parseMinutesOfDay } from '#contract/time.ts'
import { getActionForm } from '../record/action-shape.ts'

type Values = Readonly<Record<string, unknown>>

/** A place from one minute of a day to another. */
export interface BoardSlot {
  room: string
  date: string
  from: number
  to: number
}

/** Where a row stands. */
export interface PlacedSlot extends BoardSlot {
  id: string
}

/** Times begin at every half hour, in minutes. */
export const stepMinutes = 30
/** The hours that are shown whatever stands in them, in minutes of the day. */
const dayShown = { from: 8 * 60, to: 20 * 60 }
/** Length of what asks for no length, in minutes. */
const plainMinutes = 60

/** The actions that put a row into a place: those that take all that the board is made of. */
export function listPlaceActions({ actions }: ModuleMetadata, board: BoardView): string[] {
  const sides = [board.room, board.date, board.start, board.end]
  return Object.entries(actions)
    .filter(([, { fields = [] }]) => sides.every((key) => fields.includes(key)))
    .map(([name]) => name)
}

/** Rows that may be put into a place, as a filter: those in a state from which such an action leads on. */
export function placeableFilter(metadata: ModuleMetadata, board: BoardView): FilterItem[] {
  const states = listPlaceActions(metadata, board).flatMap((name) => metadata.actions[name]?.from ?? [])
  const field = metadata.workflow?.field
  return field === undefined || states.length === 0
    ? []
    : [{ param: field, op: 'in', value: [...new Set(states)] }]
}

/** True for a row that holds its place. */
export function isPlaced(metadata: ModuleMetadata, board: BoardView, row: Values): boolean {
  return matchesAllConditions(
    getActionForm(metadata, { label: metadata.label }),
    board.holds,
    row,
    () => undefined,
  )
}

/** Where a row stands; undefined while it stands nowhere. */
export function getSlot(board: BoardView, row: Values): BoardSlot | undefined {
  return toSpan(row[board.room], row[board.date], row[board.start], row[board.end])
}

function toSpan(room: unknown, date: unknown, start: unknown, end: unknown): BoardSlot | undefined {
  const [from, to] = [parseMinutesOfDay(start), parseMinutesOfDay(end)]
  if (typeof room !== 'string' || typeof date !== 'string' || !(from < to)) return undefined
  return { room, date, from, to }
}

/** What a row asks for, as far as it says: its day, its begin, its length in minutes. */
export function getRequestedSlot(
  board: BoardView,
  row: Values,
): { date: string | undefined; from: number | undefined; minutes: number } {
  const { wanted } = board
  const asked = wanted && toSpan('', row[wanted.date], row[wanted.start], row[wanted.end])
  const there = getSlot(board, row)
  const span = there ?? asked
  return {
    date: (asked ?? there)?.date,
    from: (asked ?? there)?.from,
    minutes: span ? span.to - span.from : plainMinutes,
  }
}

/** True when two spans share a moment in one place. Those that only touch do not. */
export function isOverlapping(a: BoardSlot, b: BoardSlot): boolean {
  return a.room === b.room && a.date === b.date && a.from < b.to && b.from < a.to
}

/** True when a place suits a row: rules that compare the two hold. */
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

/** Fields of a place that such rules look at. */
export function comparedFields({ rules }: Pick<ModuleMetadata, 'rules'>, board: BoardView): string[] {
  return rules.flatMap((rule) =>
    rule.rule === 'same_as_related' && rule.relation === board.room ? [rule.theirs] : [],
  )
}

/** The part of a day that is shown, in minutes: the usual hours, and whatever stands before or after them. */
export function shownDay(spans: readonly Pick<BoardSlot, 'from' | 'to'>[]): { from: number; to: number } {
  const from = Math.min(dayShown.from, ...spans.map((span) => span.from))
  const to = Math.max(dayShown.to, ...spans.map((span) => span.to))
  return { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 }
}

/** Times at which something of a length can begin in a place without meeting what stands there. */
export function listFreeStarts(
  place: { room: string; date: string },
  minutes: number,
  held: readonly BoardSlot[],
  shown: { from: number; to: number },
): number[] {
  const steps = Math.max(0, Math.floor((shown.to - minutes - shown.from) / stepMinutes) + 1)
  return Array.from({ length: steps }, (_, step) => shown.from + step * stepMinutes).filter((from) => {
    const span = { ...place, from, to: from + minutes }
    return !held.some((other) => isOverlapping(span, other))
  })
}

/** `09:30` of a minute of the day. */
export function formatMinutes(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Dates of a forum from its first to its last, and those others, each once, in their order. */
export function boardDays(startsOn: string, endsOn: string, others: readonly string[]): string[] {
  const days = new Set(others)
  const dayMs = 86_400_000
  for (let at = Date.parse(startsOn); at <= Date.parse(endsOn); at += dayMs)
    days.add(new Date(at).toISOString().slice(0, 10))
  return [...days].toSorted()
}
