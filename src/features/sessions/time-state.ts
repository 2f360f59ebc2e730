import type { ProgrammeItem } from './programme.ts'

/** Where a session stands in time. */
export type TimeState = 'past' | 'now' | 'next'

export function getTimeState(item: { startMs: number; endMs: number }, nowMs: number): TimeState {
  if (item.endMs <= nowMs) return 'past'
  return item.startMs <= nowMs ? 'now' : 'next'
}

/** Sessions that start together. */
export interface StartGroup {
  startMs: number
  items: ProgrammeItem[]
}

/** Parts sessions, which come in the order of their starts, by the moment they start. */
export function groupByStart(items: readonly ProgrammeItem[]): StartGroup[] {
  const groups: StartGroup[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last?.startMs === item.startMs) last.items.push(item)
    else groups.push({ startMs: item.startMs, items: [item] })
  }
  return groups
}

/**
 * Where the line "now" stands among groups of a day: before the group with the returned index, after the last one when
 * it equals their number.
 * @returns undefined outside of the span from the first start to the last end, where the line would say nothing
 */
export function findNowIndex(groups: readonly StartGroup[], nowMs: number): number | undefined {
  const first = groups[0]
  if (!first || nowMs < first.startMs) return undefined
  const over = groups.every((group) => group.items.every((item) => item.endMs <= nowMs))
  if (over) return undefined
  const next = groups.findIndex((group) => group.startMs > nowMs)
  return next < 0 ? groups.length : next
}
