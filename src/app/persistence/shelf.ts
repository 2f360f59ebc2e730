import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { dehydrate, hydrate } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'
import type { DataAges } from '#lib/data-age.ts'
import { findOlderSnapshot, removeOlderSnapshots, snapshotKey } from './keys.ts'
import { belongsOn, dataSchema, limitChars, migrations, sacrificeOne, warnChars } from './rules.ts'
import type { Shelf } from './rules.ts'
import { bodyOfSnapshot, readSnapshot, writeSnapshot } from './snapshot.ts'
import type { DehydratedQuery, Migration } from './snapshot.ts'

/** How much room the snapshots have: all written, near the limit, or not written any more. */
export type Room = 'enough' | 'scarce' | 'none'

/** What a shelf needs from outside. */
export interface ShelfParts {
  queryClient: QueryClient
  storage: Storage
  ages: DataAges
  nowMs: () => number
  onRoom: (room: Room) => void
  schema?: number
  migrations?: Readonly<Record<number, Migration>>
}

/** One snapshot in localStorage. */
export interface SnapshotShelf {
  key: string
  /** Puts what is stored into the query client, at once; what an older version left is written under this schema. */
  restore: () => void
  /** Takes over what another tab wrote, where it is newer. */
  adopt: (text: string) => void
  /** Writes the snapshot in the next task. */
  save: () => void
  /** Writes the snapshot now: the page may be gone in the next task. */
  flush: () => void
  remove: () => void
}

/** Opens the snapshot of an owner: `pub`, or the hash of a user's id. */
export function openShelf(shelf: Shelf, owner: string, parts: ShelfParts): SnapshotShelf {
  const { queryClient, ages, nowMs, schema = dataSchema } = parts
  const key = snapshotKey(owner, schema)
  const storage = skipUnchanged(parts.storage, (text) => parts.onRoom(roomOf(text)))
  const deserialize = (text: string) => readSnapshot(text, schema, nowMs(), parts.migrations ?? migrations)
  const shrink = (client: PersistedClient) => shrunk(client, () => parts.onRoom('none'))
  const persister = createSyncStoragePersister({
    storage,
    key,
    throttleTime: 0,
    serialize: writeWithin,
    // The persister only hands on what this answers; an unreadable snapshot is `undefined` like a missing one.
    deserialize: (text) => deserialize(text) as PersistedClient,
    retry: ({ persistedClient }) => shrink(persistedClient),
  })
  const put = (client: PersistedClient | undefined) => {
    if (!client) return
    hydrate(queryClient, client.clientState, { defaultOptions: { queries: { gcTime: Infinity } } })
    for (const { queryHash, asOfMs } of client.clientState.queries as DehydratedQuery[])
      if (asOfMs !== undefined && asOfMs > (ages.find(queryHash) ?? 0)) ages.record(queryHash, asOfMs)
  }
  const adopt = (text: string) => {
    storage.sawText(text)
    put(deserialize(text))
  }
  const take = () => {
    // Another tab may have written without its event having come yet: its newer data must not be overwritten.
    const news = storage.findUnseen(key)
    if (news !== undefined) adopt(news)
    return takeSnapshot(queryClient, shelf, ages, schema, nowMs())
  }
  const flush = () => {
    const client = take()
    // The persister's own write may still be to come: it must not bring back an older state.
    void persister.persistClient(client)
    writeNow(storage, key, client, shrink)
  }

  return {
    key,
    restore() {
      if (parts.storage.getItem(key) !== null)
        return put(persister.restoreClient() as PersistedClient | undefined)
      const older = findOlderSnapshot(parts.storage, owner, schema)
      if (older === undefined) return
      put(deserialize(older))
      flush()
      if (parts.storage.getItem(key) !== null) removeOlderSnapshots(parts.storage, owner, schema)
    },
    adopt,
    save: () => void persister.persistClient(take()),
    flush,
    remove() {
      storage.close()
      void persister.removeClient()
    },
  }
}

function takeSnapshot(
  queryClient: QueryClient,
  shelf: Shelf,
  ages: DataAges,
  schema: number,
  timestamp: number,
): PersistedClient {
  const clientState = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => belongsOn(shelf, query),
    shouldDehydrateMutation: () => false,
  })
  const queries = clientState.queries.map((query): DehydratedQuery => {
    const asOfMs = ages.find(query.queryHash)
    return asOfMs === undefined ? query : { ...query, asOfMs }
  })
  return { buster: String(schema), timestamp, clientState: { mutations: [], queries } }
}

/** The snapshot's text, shrunk to the limit as far as the sacrifices go. */
function writeWithin(client: PersistedClient): string {
  let text = writeSnapshot(client)
  for (let next = shrunk(client); text.length > limitChars && next; next = shrunk(next))
    text = writeSnapshot(next)
  return text
}

const roomOf = (text: string): Room => (text.length > warnChars ? 'scarce' : 'enough')

function shrunk(client: PersistedClient, onEnd?: () => void): PersistedClient | undefined {
  const queries = sacrificeOne(client.clientState.queries)
  if (queries) return { ...client, clientState: { mutations: [], queries } }
  onEnd?.()
  return undefined
}

function writeNow(
  storage: Pick<Storage, 'setItem'>,
  key: string,
  client: PersistedClient,
  shrink: (client: PersistedClient) => PersistedClient | undefined,
): void {
  for (let next: PersistedClient | undefined = client; next; next = shrink(next)) {
    try {
      storage.setItem(key, writeWithin(next))
      return
    } catch {
      // Full: the loop goes on with less.
    }
  }
}

/**
 * A storage that does not write the same queries twice: two tabs would answer each other's events for ever.
 * @param onKept called with a text that is stored: only then is there room for it
 */
function skipUnchanged(storage: Storage, onKept: (text: string) => void) {
  let lastBody: string | undefined
  let closed = false
  const sawText = (text: string) => {
    lastBody = bodyOfSnapshot(text)
  }
  return {
    sawText,
    /** From now on nothing is written: a write still waiting would bring back what a sign-out removed. */
    close: () => {
      closed = true
    },
    findUnseen(key: string) {
      const text = storage.getItem(key) ?? undefined
      return text !== undefined && bodyOfSnapshot(text) !== lastBody ? text : undefined
    },
    getItem(key: string) {
      const text = storage.getItem(key)
      if (text !== null) sawText(text)
      return text
    },
    setItem(key: string, text: string) {
      if (closed) return
      if (bodyOfSnapshot(text) !== lastBody) storage.setItem(key, text)
      sawText(text)
      onKept(text)
    },
    removeItem(key: string) {
      storage.removeItem(key)
    },
  }
}
