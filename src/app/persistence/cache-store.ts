import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { PersistedClient } from '@tanstack/react-query-persist-client'
import { createStore, useSelector } from '@tanstack/react-store'
import {
  findOlderCache,
  publicOwner,
  removeOlderCaches,
  getCacheKey,
  cacheSchemaVersion,
  warnChars,
} from './persist-rules.ts'
import {
  createSnapshotConverter,
  evictFromClient,
  serializeWithinLimit,
  type SnapshotConverterDeps,
} from './snapshot-converter.ts'
import { getSerializedQueries } from './serialize-cache.ts'

/** How much storage is left for the public snapshot: enough, nearly full, or too little to write it completely. */
export type StorageLevel = 'enough' | 'scarce' | 'none'

/** Dependencies of the public snapshot. */
interface PublicCacheStoreDeps extends SnapshotConverterDeps {
  /** The browser's localStorage. */
  storage: Storage
  /** Called after each write, and when the storage was too full for a write. */
  onStorageLevel: (level: StorageLevel) => void
}

/** The snapshot of public data, in localStorage, which can be read synchronously at a start. */
interface PublicCacheStore {
  /** Key of the snapshot in localStorage. */
  key: string
  /** Restores the stored data synchronously, and migrates data of an older schema. */
  restore: () => void
  /** Merges the queries that another tab wrote if they are newer. */
  mergeFromOtherTab: (text: string) => void
  /** Writes the snapshot in the next task. */
  save: () => void
  /** Writes the snapshot synchronously, because the page may unload before the next task. */
  flush: () => void
}

/** Opens the snapshot of public data. */
export function openPublicCacheStore(deps: PublicCacheStoreDeps): PublicCacheStore {
  const { schema = cacheSchemaVersion } = deps
  const key = getCacheKey(publicOwner, schema)
  const converter = createSnapshotConverter('public', deps)
  const storage = skipUnchanged(deps.storage, (text) => deps.onStorageLevel(getStorageLevel(text)))
  /** Makes the snapshot smaller after a write has failed; undefined when it cannot become smaller. */
  const evict = (client: PersistedClient) => evictFromClient(client, () => deps.onStorageLevel('none'))
  const persister = createSyncStoragePersister({
    storage,
    key,
    // Writes in the next task; persistence itself limits how often.
    throttleTime: 0,
    serialize: serializeWithinLimit,
    // The persister only returns this result. An unreadable snapshot is `undefined`, like a missing one.
    deserialize: (text) => converter.parse(text) as PersistedClient,
    // Called after a failed write, until it returns undefined.
    retry: ({ persistedClient }) => evict(persistedClient),
  })
  const mergeFromOtherTab = (text: string) => {
    storage.rememberText(text)
    converter.hydrate(converter.parse(text))
  }
  /** Merges what another tab has written, and returns the snapshot to write. */
  const mergeAndDehydrate = () => {
    // Another tab may have written newer data whose `storage` event has not arrived yet. It must not be overwritten.
    const otherTabText = storage.findOtherTabText(key)
    if (otherTabText !== undefined) mergeFromOtherTab(otherTabText)
    return converter.dehydrate()
  }
  const flush = () => {
    const client = mergeAndDehydrate()
    // The persister's own write may still be pending, and must not restore an older state.
    void persister.persistClient(client)
    writeNow(storage, key, client, evict)
  }

  return {
    key,
    restore() {
      if (deps.storage.getItem(key) !== null)
        return converter.hydrate(persister.restoreClient() as PersistedClient | undefined)
      const olderText = findOlderCache(deps.storage, publicOwner, schema)
      if (olderText === undefined) return
      converter.hydrate(converter.parse(olderText))
      flush()
      if (deps.storage.getItem(key) !== null) removeOlderCaches(deps.storage, publicOwner, schema)
    },
    mergeFromOtherTab,
    save: () => void persister.persistClient(mergeAndDehydrate()),
    flush,
  }
}

const getStorageLevel = (text: string): StorageLevel => (text.length > warnChars ? 'scarce' : 'enough')

/** Writes a snapshot synchronously. While the storage is too full, it tries again with less data. */
function writeNow(
  storage: Pick<Storage, 'setItem'>,
  key: string,
  client: PersistedClient,
  evict: (client: PersistedClient) => PersistedClient | undefined,
): void {
  for (let next: PersistedClient | undefined = client; next; next = evict(next)) {
    try {
      storage.setItem(key, serializeWithinLimit(next))
      return
    } catch {
      // The storage is full, so the loop continues with less data.
    }
  }
}

/**
 * A storage that does not write the same queries twice, because two tabs would react to each other's events endlessly.
 * @param onStored called after a successful write
 */
function skipUnchanged(storage: Storage, onStored: (text: string) => void) {
  /** The queries that this tab has last read or written; see {@link getSerializedQueries}. */
  let lastQueries: string | undefined
  const rememberText = (text: string) => {
    lastQueries = getSerializedQueries(text)
  }
  return {
    /** Sets the text that counts as unchanged. */
    rememberText,
    /** Returns the stored text if another tab has written it since this tab's last read or write. */
    findOtherTabText(key: string) {
      const text = storage.getItem(key) ?? undefined
      return text !== undefined && getSerializedQueries(text) !== lastQueries ? text : undefined
    },
    getItem(key: string) {
      const text = storage.getItem(key)
      if (text !== null) rememberText(text)
      return text
    },
    setItem(key: string, text: string) {
      if (getSerializedQueries(text) !== lastQueries) storage.setItem(key, text)
      rememberText(text)
      onStored(text)
    },
    removeItem(key: string) {
      storage.removeItem(key)
    },
  }
}

const storageLevel = createStore<StorageLevel>('enough')

/** Sets the storage level. Called by persistence. */
export const setStorageLevel = (level: StorageLevel): void => storageLevel.setState(() => level)

/** Returns the storage level. Re-renders when it changes. */
export const useStorageLevel = (): StorageLevel => useSelector(storageLevel)
