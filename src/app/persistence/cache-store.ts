import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { PersistedClient } from '@tanstack/react-query-persist-client'
import { findOlderCache, publicOwner, removeOlderCaches, getCacheKey } from './cache-keys.ts'
import { cacheSchemaVersion, warnChars } from './persist-rules.ts'
import { openContent, shrunk, writeWithin, type ContentParts } from './shelf-content.ts'
import { getSerializedQueries } from './serialize-cache.ts'

/** How much room the snapshots have: all written, near the limit, or not written any more. */
export type StorageLevel = 'enough' | 'scarce' | 'none'

/** What the public shelf needs from outside. */
export interface CacheStoreDeps extends ContentParts {
  storage: Storage
  onRoom: (room: StorageLevel) => void
}

/** The snapshot of public data, in localStorage: it is there in the first task of a start. */
export interface CacheStore {
  key: string
  /** Restores the stored data synchronously. Data of an older version is written under this schema. */
  restore: () => void
  /** Merges the queries that another tab wrote if they are newer. */
  adopt: (text: string) => void
  /** Writes the snapshot in the next task. */
  save: () => void
  /** Writes the snapshot now: the page may be gone in the next task. */
  flush: () => void
}

/** Opens the snapshot of public data. */
export function openCacheStore(parts: CacheStoreDeps): CacheStore {
  const { schema = cacheSchemaVersion } = parts
  const key = getCacheKey(publicOwner, schema)
  const content = openContent('public', parts)
  const storage = skipUnchanged(parts.storage, (text) => parts.onRoom(roomOf(text)))
  const shrink = (client: PersistedClient) => shrunk(client, () => parts.onRoom('none'))
  const persister = createSyncStoragePersister({
    storage,
    key,
    throttleTime: 0,
    serialize: writeWithin,
    // The persister only passes on this result. An unreadable snapshot is `undefined`, like a missing one.
    deserialize: (text) => content.read(text) as PersistedClient,
    retry: ({ persistedClient }) => shrink(persistedClient),
  })
  const adopt = (text: string) => {
    storage.sawText(text)
    content.put(content.read(text))
  }
  const take = () => {
    // Another tab may have written without its event having come yet: its newer data must not be overwritten.
    const news = storage.findUnseen(key)
    if (news !== undefined) adopt(news)
    return content.take()
  }
  const flush = () => {
    const client = take()
    // The persister's own write may still be pending, and must not restore an older state.
    void persister.persistClient(client)
    writeNow(storage, key, client, shrink)
  }

  return {
    key,
    restore() {
      if (parts.storage.getItem(key) !== null)
        return content.put(persister.restoreClient() as PersistedClient | undefined)
      const older = findOlderCache(parts.storage, publicOwner, schema)
      if (older === undefined) return
      content.put(content.read(older))
      flush()
      if (parts.storage.getItem(key) !== null) removeOlderCaches(parts.storage, publicOwner, schema)
    },
    adopt,
    save: () => void persister.persistClient(take()),
    flush,
  }
}

const roomOf = (text: string): StorageLevel => (text.length > warnChars ? 'scarce' : 'enough')

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
      // The storage is full, so the loop continues with less data.
    }
  }
}

/**
 * A storage that does not write the same queries twice: two tabs would answer each other's events for ever.
 * @param onKept called with a text that is stored: only then is there room for it
 */
function skipUnchanged(storage: Storage, onKept: (text: string) => void) {
  let lastBody: string | undefined
  const sawText = (text: string) => {
    lastBody = getSerializedQueries(text)
  }
  return {
    sawText,
    findUnseen(key: string) {
      const text = storage.getItem(key) ?? undefined
      return text !== undefined && getSerializedQueries(text) !== lastBody ? text : undefined
    },
    getItem(key: string) {
      const text = storage.getItem(key)
      if (text !== null) sawText(text)
      return text
    },
    setItem(key: string, text: string) {
      if (getSerializedQueries(text) !== lastBody) storage.setItem(key, text)
      sawText(text)
      onKept(text)
    },
    removeItem(key: string) {
      storage.removeItem(key)
    },
  }
}
