import type { Localized } from '#contract/locale.ts'
import { listRooms, type Programme, type ProgrammeItem } from '#features/sessions'
import { type SeenSession, type SeenSessions, toSeen } from './seen-sessions.ts'

/** A difference between a session and what was last seen of it. */
export type SeenChange =
  | { kind: 'time'; startMs: number; endMs: number }
  | { kind: 'room'; name: Partial<Localized> }
  | { kind: 'title'; title: Partial<Localized> }
  | { kind: 'cancelled' }
  | { kind: 'restored' }

/** An update of a starred session. */
export type SessionUpdate =
  | { id: string; item: ProgrammeItem; changes: readonly SeenChange[] }
  /** No longer in the programme; with the title last seen, if any. */
  | { id: string; item: undefined; title: Partial<Localized> | undefined }

/** Lists how a session differs from what was seen. A programme older than that has no news. */
export function findChanges(item: ProgrammeItem, seen: SeenSession): SeenChange[] {
  const now = toSeen(item, 0)
  if (now.version <= seen.version) return []
  const changes: SeenChange[] = []
  if (now.cancelled !== seen.cancelled) changes.push({ kind: now.cancelled ? 'cancelled' : 'restored' })
  if (now.startsAt !== seen.startsAt || now.endsAt !== seen.endsAt)
    changes.push({ kind: 'time', startMs: Date.parse(seen.startsAt), endMs: Date.parse(seen.endsAt) })
  if (now.room !== seen.room) changes.push({ kind: 'room', name: seen.roomName })
  if (!isSameText(now.title, seen.title)) changes.push({ kind: 'title', title: seen.title })
  return changes
}

const isSameText = (a: Partial<Localized>, b: Partial<Localized>) =>
  (a['zh-CN'] ?? '') === (b['zh-CN'] ?? '') && (a.en ?? '') === (b.en ?? '')

/**
 * Lists the updates of the starred sessions in the order of the programme; removed sessions come last.
 * @param asOfMs the time of the programme's data
 */
export function listSessionUpdates(
  programme: Programme,
  starred: ReadonlySet<string>,
  seen: SeenSessions,
  asOfMs: number,
): SessionUpdate[] {
  const changed = programme.items.flatMap((item): SessionUpdate[] => {
    const before = starred.has(item.id) ? seen[item.id] : undefined
    const changes = before && !before.goneTold ? findChanges(item, before) : []
    return changes.length > 0 ? [{ id: item.id, item, changes }] : []
  })
  const removed = [...starred].flatMap((id): SessionUpdate[] => {
    if (programme.byId.has(id)) return []
    const before = seen[id]
    // A programme cached before the star was set may not contain the session yet.
    if (before && (before.goneTold || asOfMs <= before.asOfMs)) return []
    return [{ id, item: undefined, title: before?.title }]
  })
  return [...changed, ...removed]
}

/**
 * Records the starred sessions that are new as they are now, and drops those without a star.
 * @returns the same object when nothing changes
 */
export function recordSeenSessions(
  programme: Programme,
  starred: ReadonlySet<string>,
  seen: SeenSessions,
  asOfMs: number,
): SeenSessions {
  const starredRecords = Object.entries(seen).filter(([id]) => starred.has(id))
  const fresh = [...starred].flatMap((id): [string, SeenSession][] => {
    // A session that was removed and is back is recorded again.
    const isNoted = seen[id] !== undefined && !seen[id].goneTold
    const item = isNoted ? undefined : programme.byId.get(id)
    // The name of its room is in another response: recorded without it, a move could not be detected.
    if (!item) return []
    const hasRooms = Boolean(item.row.room) || (item.row.other_rooms ?? []).length > 0
    return hasRooms && listRooms(item).length === 0 ? [] : [[id, toSeen(item, asOfMs)]]
  })
  if (fresh.length === 0 && starredRecords.length === Object.keys(seen).length) return seen
  return Object.fromEntries([...starredRecords, ...fresh])
}

/** Marks the updates as seen. */
export function markAsSeen(
  seen: SeenSessions,
  updates: readonly SessionUpdate[],
  asOfMs: number,
): SeenSessions {
  const next = { ...seen }
  for (const { id, item } of updates) {
    const before = next[id]
    if (item) next[id] = toSeen(item, asOfMs)
    else next[id] = { ...(before ?? neverSeen), goneTold: true }
  }
  return next
}

/** A starred session that this device has never seen. */
const neverSeen: SeenSession = {
  version: 0,
  startsAt: '1970-01-01T00:00:00Z',
  endsAt: '1970-01-01T00:00:00Z',
  title: {},
  room: null,
  roomName: {},
  cancelled: false,
  asOfMs: 0,
}
