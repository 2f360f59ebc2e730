import type { ForumSetting } from '#contract/forum.ts'
import { dateIn } from '#contract/time.ts'

/** Where the present stands to the forum's days, in the forum's zone. */
export type Phase = { kind: 'before'; days: number } | { kind: 'during' } | { kind: 'after' }

const dayMs = 86_400_000

/** @param nowMs the present in milliseconds */
export function findPhase(
  forum: Pick<ForumSetting, 'startsOn' | 'endsOn' | 'timeZone'>,
  nowMs: number,
): Phase {
  const today = dateIn(nowMs, forum.timeZone)
  if (today > forum.endsOn) return { kind: 'after' }
  if (today >= forum.startsOn) return { kind: 'during' }
  return { kind: 'before', days: (Date.parse(forum.startsOn) - Date.parse(today)) / dayMs }
}
