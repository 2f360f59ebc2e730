import { useSyncExternalStore } from 'react'
import { waitForPaint } from '#lib/wait-for-paint.ts'
import { authStore } from '#lib/auth.ts'
import { leaseMs } from './timing.ts'
import { countVisibleEntries, decisionStates, type OutboxEntry } from './entry.ts'
import { findLatestEntry } from './find-entry.ts'
import { store } from './device.ts'
import type { Outbox } from './outbox.ts'
import { outbox, getCurrentOwner } from './page-outbox.ts'
import { isSuspended, type StoredQueue } from './suspended-queue.ts'
import { queuePrefix } from './storage-keys.ts'
import { outboxChannel } from './outbox-channel.ts'

/** What screens see of the outbox. */
interface Seen {
  owner: string | undefined
  entries: readonly OutboxEntry[]
  /** While nobody is signed in: how many entries wait for their owners. */
  parked: number
  /** False until the device has answered once. */
  isReady: boolean
  /** The device does not tell: what is shown may be old, or nothing. */
  hasFailed: boolean
}

const nothing: Seen = { owner: undefined, entries: [], parked: 0, isReady: false, hasFailed: false }
let seen = nothing
let isFollowing = false
let reading = 0
const listeners = new Set<() => void>()

/** @see Outbox.submit */
export const submit: Outbox['submit'] = (submission) => showSoon(() => outbox.submit(submission))

/** @see Outbox.revise */
export const reviseEntry: Outbox['revise'] = (...revision) => showSoon(() => outbox.revise(...revision))

/**
 * What was just kept is seen before the device is asked what lies on it; by nobody else who signed in meanwhile. Who kept
 * it says so first, in the place of a button: every screen that follows the outbox takes a slow phone longer.
 */
async function showSoon(keep: () => Promise<OutboxEntry>): Promise<OutboxEntry> {
  const owner = getCurrentOwner()
  const entry = await keep()
  void showKept(entry, owner)
  return entry
}

async function showKept(entry: OutboxEntry, owner: string | undefined): Promise<void> {
  await waitForPaint()
  const isKept = entry.state === 'queued' || entry.state === 'waiting'
  if (isKept && seen.isReady && seen.owner === owner && owner === getCurrentOwner())
    show({ ...seen, entries: [...seen.entries.filter(({ id }) => id !== entry.id), entry] })
}

/** Reads anew what the device holds; only the last of several readings counts. */
export async function refreshEntries(): Promise<void> {
  const turn = (reading += 1)
  const owner = getCurrentOwner()
  if (owner !== seen.owner) show({ ...nothing, owner })
  const next = await read(owner).then(
    (found) => ({ ...found, hasFailed: false }),
    () => ({ entries: seen.entries, parked: seen.parked, hasFailed: true }),
  )
  if (turn === reading) show({ owner, ...next, isReady: true })
}

function show(next: Seen): void {
  seen = next
  for (const listener of listeners) listener()
}

async function read(owner: string | undefined): Promise<Pick<Seen, 'entries' | 'parked'>> {
  if (owner !== undefined) return { entries: await outbox.list(owner), parked: 0 }
  const keys = await store.keys(queuePrefix)
  const queues = await store.read<StoredQueue>(keys)
  return { entries: [], parked: queues.reduce((sum, queue) => sum + countWaiting(queue), 0) }
}

function countWaiting(queue: StoredQueue | undefined): number {
  if (isSuspended(queue)) return queue.count
  return countVisibleEntries(queue?.entries.filter(({ state }) => state !== 'done') ?? [])
}

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  // What somebody has just kept is painted first.
  outboxChannel.onChanged(() => void waitForPaint().then(refreshEntries))
  let owner = getCurrentOwner()
  authStore.subscribe(() => {
    if (owner === getCurrentOwner()) return
    owner = getCurrentOwner()
    outbox.forgetOpened()
    void refreshEntries()
  })
  // Entries grow late, and who was sending them may have died, without any change on the device.
  setInterval(() => {
    if (seen.entries.some(isOpen)) void refreshEntries()
  }, leaseMs)
  void refreshEntries()
}

const isOpen = ({ state, isLate }: OutboxEntry) =>
  state === 'sending' || (!isLate && (state === 'queued' || state === 'waiting'))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  follow()
  return () => listeners.delete(listener)
}

const useSeen = (): Seen =>
  useSyncExternalStore(
    subscribe,
    () => seen,
    () => nothing,
  )

/** The entries of whoever is signed in, the newest last, receipts among them. */
export const useEntries = (): readonly OutboxEntry[] => useSeen().entries

/** False until the device has said what waits on it. */
export const useIsOutboxReady = (): boolean => useSeen().isReady

/** True when the device did not tell what waits on it: nobody may say that nothing does. */
export const useHasOutboxError = (): boolean => useSeen().hasFailed

/** How many entries wait for people who are signed out. Zero while somebody is signed in: they are none of theirs. */
export const useSuspendedCount = (): number => useSeen().parked

/**
 * The newest entry about a module, or about one of its rows; where that one waits for another that needs the person, the
 * one that needs the person.
 */
export function useEntryFor(module: string, entityId?: string): OutboxEntry | undefined {
  return findLatestEntry(useEntries(), module, entityId)
}

/** The entries of whoever is signed in as the device has them at this moment, without a screen that follows them. */
export async function listEntries(): Promise<readonly OutboxEntry[]> {
  const owner = getCurrentOwner()
  return owner === undefined ? [] : outbox.list(owner)
}

/** Calls back with the number of entries that need a person, now and at each change: signed out, to sign in. */
export function subscribeToAttentionCount(onNeeds: (count: number) => void): void {
  const tell = () =>
    onNeeds(seen.parked + countVisibleEntries(seen.entries.filter((entry) => needsAttention(entry))))
  subscribe(tell)
  tell()
}

/** Whether the person should decide something, or know that it has not gone out: of what is quiet nobody need know. */
export const needsAttention = ({ state, isLate, isQuiet }: OutboxEntry): boolean =>
  decisionStates.has(state) || state === 'needs_auth' || (isLate && isQuiet !== true)

/** Whether nothing happens before the person has decided. */
export const needsDecision = ({ state }: OutboxEntry): boolean => decisionStates.has(state)
