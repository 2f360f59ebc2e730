import type { ProgrammeItem } from './programme.ts'

/** Whether a session is over, running or upcoming. */
export type TimeState = 'past' | 'now' | 'next'

export function getTimeState(item: { startMs: number; endMs: number }, nowMs: number): TimeState {
  if (item.endMs <= nowMs) return 'past'
  return item.startMs <= nowMs ? 'now' : 'next'
}

/** Sessions with the same start. */
export interface StartGroup {
  startMs: number
  items: ProgrammeItem[]
}

/** Groups sessions, which are in the order of their starts, by start. */
export function groupByStart(items: readonly ProgrammeItem[]): StartGroup[] {
  const groups: StartGroup[] = []
  for (const item of items) {
    const lastGroup = groups.at(-1)
    if (lastGroup?.startMs === item.startMs) lastGroup.items.push(item)
    else groups.push({ startMs: item.startMs, items: [item] })
  }
  return groups
}

/**
 * Returns the index of the group before which the "now" line belongs; after the last one when it equals their number.
 * @returns undefined before the first start and after the last end
 */
export function findNowIndex(groups: readonly StartGroup[], nowMs: number): number | undefined {
  const firstGroup = groups[0]
  if (!firstGroup || nowMs < firstGroup.startMs) return undefined
  const areAllOver = groups.every((group) => group.items.every((item) => item.endMs <= nowMs))
  if (areAllOver) return undefined
  const nextIndex = groups.findIndex((group) => group.startMs > nowMs)
  return nextIndex < 0 ? groups.length : nextIndex
}
