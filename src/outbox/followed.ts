import { useSyncExternalStore } from 'react'
import { session } from '#lib/session.ts'
import type { OutboxEntry } from './entry.ts'
import { onQueueChange, outbox, ownerNow } from './page.ts'

/** What screens see of the outbox. */
interface Seen {
  owner: string | undefined
  entries: readonly OutboxEntry[]
  /** False until the device has answered once. */
  isReady: boolean
}

const nothing: Seen = { owner: undefined, entries: [], isReady: false }
let seen = nothing
let isFollowing = false
const listeners = new Set<() => void>()
/** Tabs tell each other: a browser says nothing of changes in IndexedDB. */
let tabs: BroadcastChannel | undefined

function show(next: Seen): void {
  seen = next
  for (const listener of listeners) listener()
}

let reading = 0

/** Reads anew what the device holds; only the last of several readings counts. */
async function refresh(): Promise<void> {
  const turn = (reading += 1)
  const owner = ownerNow()
  if (owner !== seen.owner) show({ owner, entries: [], isReady: owner === undefined })
  if (owner === undefined) return
  const entries = await outbox.list(owner).catch(() => undefined)
  if (turn === reading) show({ owner, entries: entries ?? seen.entries, isReady: true })
}

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  if ('BroadcastChannel' in globalThis) tabs = new BroadcastChannel('outbox')
  tabs?.addEventListener('message', () => void refresh())
  onQueueChange(() => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    tabs?.postMessage('changed')
    void refresh()
  })
  let owner = ownerNow()
  session.subscribe(() => {
    if (owner === ownerNow()) return
    owner = ownerNow()
    void refresh()
  })
  void refresh()
}

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

/** The newest entry about a module, or about one of its rows. */
export function useEntryOf(module: string, entityId?: string): OutboxEntry | undefined {
  return useEntries().findLast(
    (entry) =>
      entry.module === module &&
      (entityId === undefined || entry.entityId === entityId || entry.serverRef?.id === entityId),
  )
}
