import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Localized } from '#contract/locale.ts'
import { listRooms, type Programme, type ProgrammeItem, sessionsQuery } from '#features/programme/sessions'
import { favourites, useFavourites } from '#features/programme/favourites'
import { type SeenSession, type SeenSessions, toSeenSession, seenStore } from './seen-store.ts'

/**
 * A difference between a session and what was last seen of it. Members have the value last seen, not the current one.
 */
export type SeenChange =
  | { kind: 'time'; startMs: number; endMs: number }
  | { kind: 'room'; name: Partial<Localized> }
  | { kind: 'title'; title: Partial<Localized> }
  | { kind: 'cancelled' }
  | { kind: 'restored' }

/** An update of a starred session. `id` is the session's. */
export type SessionUpdate =
  | { id: string; item: ProgrammeItem; changes: readonly SeenChange[] }
  /** No longer in the programme; with the title last seen, if any. */
  | { id: string; item: undefined; title: Partial<Localized> | undefined }

/** Lists how a session differs from what was seen. A programme that is not newer than the record has no changes. */
export function findChanges(item: ProgrammeItem, seen: SeenSession): SeenChange[] {
  // Converted to compare it; the time of a record does not count as a difference.
  const current = toSeenSession(item, 0)
  if (current.version <= seen.version) return []
  const changes: SeenChange[] = []
  if (current.cancelled !== seen.cancelled)
    changes.push({ kind: current.cancelled ? 'cancelled' : 'restored' })
  if (current.startsAt !== seen.startsAt || current.endsAt !== seen.endsAt)
    changes.push({ kind: 'time', startMs: Date.parse(seen.startsAt), endMs: Date.parse(seen.endsAt) })
  if (current.room !== seen.room) changes.push({ kind: 'room', name: seen.roomName })
  if (!isSameText(current.title, seen.title)) changes.push({ kind: 'title', title: seen.title })
  return changes
}

const isSameText = (a: Partial<Localized>, b: Partial<Localized>) =>
  (a['zh-CN'] ?? '') === (b['zh-CN'] ?? '') && (a.en ?? '') === (b.en ?? '')

/**
 * Lists the updates of the starred sessions in the order of the programme; removed sessions come last.
 * @param starred ids of the starred sessions
 * @param asOfMs when the programme's sessions were fetched
 */
export function listSessionUpdates(
  programme: Programme,
  starred: ReadonlySet<string>,
  seen: SeenSessions,
  asOfMs: number,
): SessionUpdate[] {
  const changed = programme.items.flatMap((item): SessionUpdate[] => {
    const seenSession = starred.has(item.id) ? seen[item.id] : undefined
    const changes = seenSession && !seenSession.goneTold ? findChanges(item, seenSession) : []
    return changes.length > 0 ? [{ id: item.id, item, changes }] : []
  })
  const removed = [...starred].flatMap((id): SessionUpdate[] => {
    if (programme.byId.has(id)) return []
    const seenSession = seen[id]
    // A programme cached before the star was set may not contain the session yet.
    if (seenSession && (seenSession.goneTold || asOfMs <= seenSession.asOfMs)) return []
    return [{ id, item: undefined, title: seenSession?.title }]
  })
  return [...changed, ...removed]
}

/**
 * Adds records of newly starred sessions, and drops those of sessions without a star.
 * @returns the same object when nothing changes
 */
export function recordSeenSessions(
  programme: Programme,
  starred: ReadonlySet<string>,
  seen: SeenSessions,
  asOfMs: number,
): SeenSessions {
  const starredRecords = Object.entries(seen).filter(([id]) => starred.has(id))
  const newRecords = [...starred].flatMap((id): [string, SeenSession][] => {
    // A session that was removed and is back is recorded again.
    const isRecorded = seen[id] !== undefined && !seen[id].goneTold
    const item = isRecorded ? undefined : programme.byId.get(id)
    // Waits until the rooms have loaded: a record without the room could not detect a move.
    if (!item) return []
    const hasRooms = Boolean(item.row.room) || (item.row.other_rooms ?? []).length > 0
    return hasRooms && listRooms(item).length === 0 ? [] : [[id, toSeenSession(item, asOfMs)]]
  })
  if (newRecords.length === 0 && starredRecords.length === Object.keys(seen).length) return seen
  return Object.fromEntries([...starredRecords, ...newRecords])
}

/** Marks the updates as seen. */
export function markAsSeen(
  seen: SeenSessions,
  updates: readonly SessionUpdate[],
  asOfMs: number,
): SeenSessions {
  const next = { ...seen }
  for (const { id, item } of updates) {
    const seenSession = next[id]
    if (item) next[id] = toSeenSession(item, asOfMs)
    else next[id] = { ...(seenSession ?? neverSeen), goneTold: true }
  }
  return next
}

/** Placeholder record of a starred session that left the programme before this device saw it. */
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

/** The updates of the starred sessions that are not marked as read. */
export interface SessionUpdates {
  updates: readonly SessionUpdate[]
  /** Marks these updates as read, so that they are not listed again. */
  markRead: (updates: readonly SessionUpdate[]) => void
}

/** Returns the updates of the starred sessions and records new stars. */
export function useSessionUpdates(programme: Programme): SessionUpdates {
  const starred = useFavourites()
  const seen = useSyncExternalStore(seenStore.subscribe, seenStore.read, seenStore.read)
  // Only the time of the sessions is needed: `programme` has their rows.
  const { dataUpdatedAt: asOfMs } = useQuery({ ...sessionsQuery(), notifyOnChangeProps: ['dataUpdatedAt'] })
  useEffect(() => {
    let isCancelled = false
    const recordStars = async () => {
      // Records of stars that have not loaded, or have changed since, would be dropped.
      await favourites.waitUntilRead()
      if (isCancelled || starred !== favourites.read()) return
      await seenStore.change((previous) => recordSeenSessions(programme, starred, previous, asOfMs))
    }
    void recordStars()
    return () => {
      isCancelled = true
    }
  }, [programme, starred, asOfMs])
  const updates = useMemo(
    () => listSessionUpdates(programme, starred, seen, asOfMs),
    [programme, starred, seen, asOfMs],
  )
  return {
    updates,
    markRead: (readUpdates) => void seenStore.change((previous) => markAsSeen(previous, readUpdates, asOfMs)),
  }
}
