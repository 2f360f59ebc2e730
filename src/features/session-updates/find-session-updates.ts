import type { Localized } from '#contract/locale.ts'
import { roomsOf, type Programme, type ProgrammeItem } from '#features/sessions'
import { type SeenSession, type SeenSessions, toSeen } from './seen-sessions.ts'

/** One thing that is no longer as it was seen. */
export type SeenChange =
  | { kind: 'time'; startMs: number; endMs: number }
  | { kind: 'room'; name: Partial<Localized> }
  | { kind: 'title'; title: Partial<Localized> }
  | { kind: 'cancelled' }
  | { kind: 'restored' }

/** What a person should know of a starred session. */
export type SessionUpdate =
  | { id: string; item: ProgrammeItem; changes: readonly SeenChange[] }
  /** No longer in the programme; the title as it was seen, where it was. */
  | { id: string; item: undefined; title: Partial<Localized> | undefined }

/** How a session differs from what was seen. A programme older than that tells nothing. */
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
 * What has changed in the starred sessions since they were seen, in the programme's order; what is gone comes last.
 * @param asOfMs of which moment the programme is
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
  const gone = [...starred].flatMap((id): SessionUpdate[] => {
    if (programme.byId.has(id)) return []
    const before = seen[id]
    // A programme kept from before the star was set does not know the session yet.
    if (before && (before.goneTold || asOfMs <= before.asOfMs)) return []
    return [{ id, item: undefined, title: before?.title }]
  })
  return [...changed, ...gone]
}

/**
 * What is to be kept from now on: starred sessions that were not looked at before are noted as they are, and those
 * without a star are forgotten.
 * @returns the same object when there is nothing to note
 */
export function recordSeenSessions(
  programme: Programme,
  starred: ReadonlySet<string>,
  seen: SeenSessions,
  asOfMs: number,
): SeenSessions {
  const kept = Object.entries(seen).filter(([id]) => starred.has(id))
  const fresh = [...starred].flatMap((id): [string, SeenSession][] => {
    // One that was gone and is there again begins anew.
    const isNoted = seen[id] !== undefined && !seen[id].goneTold
    const item = isNoted ? undefined : programme.byId.get(id)
    // Its room's name comes by another call: noted without it, a move could not be told.
    if (!item) return []
    const hasRooms = Boolean(item.row.room) || (item.row.other_rooms ?? []).length > 0
    return hasRooms && roomsOf(item).length === 0 ? [] : [[id, toSeen(item, asOfMs)]]
  })
  if (fresh.length === 0 && kept.length === Object.keys(seen).length) return seen
  return Object.fromEntries([...kept, ...fresh])
}

/** What is kept once a person has read the news of sessions. */
export function markAsSeen(seen: SeenSessions, news: readonly SessionUpdate[], asOfMs: number): SeenSessions {
  const next = { ...seen }
  for (const { id, item } of news) {
    const before = next[id]
    if (item) next[id] = toSeen(item, asOfMs)
    else next[id] = { ...(before ?? neverSeen), goneTold: true }
  }
  return next
}

/** Of a star whose session this device never saw. */
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
