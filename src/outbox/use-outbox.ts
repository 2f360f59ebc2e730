import { useSyncExternalStore } from 'react'
import { createId } from '#platform/create-id.ts'
import { waitForPaint } from '#platform/browser.ts'
import { authStore } from '#platform/auth.ts'
import { leaseMs } from './timing.ts'
import { countVisibleEntries, decisionStates, type OutboxEntry } from './entry.ts'
import { findLatestEntry } from './find-entry.ts'
import { store } from './device.ts'
import type { Outbox } from './outbox.ts'
import { outbox, getCurrentOwner } from './page-outbox.ts'
import { createSave } from './save.ts'
import { isSuspended, type StoredQueue } from './suspended-queue.ts'
import { queuePrefix } from './storage-keys.ts'
import { outboxChannel } from './outbox-channel.ts'

/** The state of the outbox that screens render. */
interface OutboxSnapshot {
  owner: string | undefined
  entries: readonly OutboxEntry[]
  /** Number of entries of users who are signed out. Zero while a user is signed in. */
  suspendedCount: number
  /** False until the entries were read once. */
  isReady: boolean
  /** The store failed: the entries may be outdated or missing. */
  hasFailed: boolean
}

const emptySnapshot: OutboxSnapshot = {
  owner: undefined,
  entries: [],
  suspendedCount: 0,
  isReady: false,
  hasFailed: false,
}
let snapshot = emptySnapshot
let isListening = false
/** Number of the newest read, by which older reads that end later are recognized. */
let lastReadNumber = 0
const listeners = new Set<() => void>()

/** @see Outbox.submit */
export const submit: Outbox['submit'] = (submission) => storeAndShow(() => outbox.submit(submission))

/** @see Outbox.revise */
export const reviseEntry: Outbox['revise'] = (...revision) => storeAndShow(() => outbox.revise(...revision))

/** Saves a form, or runs an action of a row. @see SaveOptions */
export const save = createSave({
  submit,
  revise: reviseEntry,
  discard: outbox.discard,
  resend: outbox.resend,
  newId: createId,
})

/**
 * Shows an entry that was just stored before the queue is read again, unless another user has signed in since. The form
 * that submitted it paints first, since rendering every screen that uses the outbox takes long on a slow phone.
 */
async function storeAndShow(write: () => Promise<OutboxEntry>): Promise<OutboxEntry> {
  const owner = getCurrentOwner()
  const entry = await write()
  void showStored(entry, owner)
  return entry
}

async function showStored(entry: OutboxEntry, owner: string | undefined): Promise<void> {
  await waitForPaint()
  const isStored = entry.state === 'queued' || entry.state === 'waiting'
  if (isStored && snapshot.isReady && snapshot.owner === owner && owner === getCurrentOwner())
    show({ ...snapshot, entries: [...snapshot.entries.filter(({ id }) => id !== entry.id), entry] })
}

/** Reads the entries again. Of several parallel reads only the result of the last one is used. */
export async function refreshEntries(): Promise<void> {
  const readNumber = (lastReadNumber += 1)
  const owner = getCurrentOwner()
  if (owner !== snapshot.owner) show({ ...emptySnapshot, owner })
  const nextState = await readSnapshot(owner).then(
    (state) => ({ ...state, hasFailed: false }),
    () => ({ entries: snapshot.entries, suspendedCount: snapshot.suspendedCount, hasFailed: true }),
  )
  if (readNumber === lastReadNumber) show({ owner, ...nextState, isReady: true })
}

function show(nextState: OutboxSnapshot): void {
  snapshot = nextState
  for (const listener of listeners) listener()
}

/** Reads what screens show from the device. @throws StoreError */
async function readSnapshot(
  owner: string | undefined,
): Promise<Pick<OutboxSnapshot, 'entries' | 'suspendedCount'>> {
  if (owner !== undefined) return { entries: await outbox.list(owner), suspendedCount: 0 }
  const keys = await store.keys(queuePrefix)
  const queues = await store.read<StoredQueue>(keys)
  return { entries: [], suspendedCount: queues.reduce((sum, queue) => sum + countPending(queue), 0) }
}

function countPending(queue: StoredQueue | undefined): number {
  if (isSuspended(queue)) return queue.count
  return countVisibleEntries(queue?.entries.filter(({ state }) => state !== 'done') ?? [])
}

/** Starts at the first subscriber, so that pages without the outbox do not read it. */
function startListening(): void {
  if (isListening) return
  isListening = true
  // Lets the form that has just submitted an entry paint first.
  outboxChannel.onChanged(() => void waitForPaint().then(refreshEntries))
  let owner = getCurrentOwner()
  authStore.subscribe(() => {
    if (owner === getCurrentOwner()) return
    owner = getCurrentOwner()
    outbox.clearUnsealed()
    void refreshEntries()
  })
  // Entries become late, and leases expire, without any change on the device.
  setInterval(() => {
    if (snapshot.entries.some(isOpen)) void refreshEntries()
  }, leaseMs)
  void refreshEntries()
}

/** Returns whether the state of the entry may change by time alone. */
const isOpen = ({ state, isLate }: OutboxEntry) =>
  state === 'sending' || (!isLate && (state === 'queued' || state === 'waiting'))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  startListening()
  return () => listeners.delete(listener)
}

const useSnapshot = (): OutboxSnapshot =>
  useSyncExternalStore(
    subscribe,
    () => snapshot,
    () => emptySnapshot,
  )

/** Returns the entries of the signed-in user, receipts included, the newest last. */
export const useEntries = (): readonly OutboxEntry[] => useSnapshot().entries

/** Returns false until the entries were read once. */
export const useIsOutboxReady = (): boolean => useSnapshot().isReady

/** Returns true when the store failed: a screen must not say that nothing is pending. */
export const useHasOutboxError = (): boolean => useSnapshot().hasFailed

/** Returns the number of entries of users who are signed out. Zero while a user is signed in. */
export const useSuspendedCount = (): number => useSnapshot().suspendedCount

/**
 * Returns the newest entry about a module, or about one of its rows. When that entry is blocked by one that needs a
 * decision, returns the one that needs the decision.
 */
export function useEntryFor(module: string, entityId?: string): OutboxEntry | undefined {
  return findLatestEntry(useEntries(), module, entityId)
}

/** Reads the entries of the signed-in user once, outside of React. */
export async function listEntries(): Promise<readonly OutboxEntry[]> {
  const owner = getCurrentOwner()
  return owner === undefined ? [] : outbox.list(owner)
}

/** Calls back with the number of entries that need attention, now and at each change. Suspended entries count. */
export function subscribeToAttentionCount(onCount: (count: number) => void): void {
  const notify = () =>
    onCount(
      snapshot.suspendedCount +
        countVisibleEntries(snapshot.entries.filter((entry) => needsAttention(entry))),
    )
  subscribe(notify)
  notify()
}

/** Returns whether the user must decide something or an entry is late. Late background entries do not count. */
export const needsAttention = ({ state, isLate, isQuiet }: OutboxEntry): boolean =>
  decisionStates.has(state) || state === 'needs_auth' || (isLate && isQuiet !== true)

/** Returns whether nothing happens before the user decides. */
export const needsDecision = ({ state }: OutboxEntry): boolean => decisionStates.has(state)
