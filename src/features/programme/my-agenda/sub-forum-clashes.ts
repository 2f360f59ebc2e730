import { overlaps } from '#contract/time.ts'
import type { ProgrammeItem, Track } from '#features/programme/sessions'

/** Sub-forums with times, as a registration needs them. */
type SubForum = Track & { starts_at: string; ends_at: string }

/**
 * Lists the overlapping sub-forums of starred sessions, in their order: a registration asks which has priority.
 * Cancelled sessions do not count.
 */
export function findSubForumClashes(starred: readonly ProgrammeItem[]): SubForum[] {
  const tracks = new Map<string, SubForum>()
  for (const { row, track } of starred)
    if (row.state !== 'cancelled' && isSubForum(track)) tracks.set(track.id, track)
  const all = [...tracks.values()].toSorted((a, b) => a.position - b.position)
  return all.filter((one) => all.some((other) => other !== one && overlaps(one, other)))
}

function isSubForum(track: Track | undefined): track is SubForum {
  return Boolean(track?.code && track.starts_at && track.ends_at)
}
