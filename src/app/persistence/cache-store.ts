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
  createCacheContent,
  evictFromClient,
  serializeWithinLimit,
  type CacheContentDeps,
} from './cache-content.ts'
import { getSerializedQueries } from './serialize-cache.ts'

/** How much storage is left for the snapshots: enough, nearly full, or too little to write them completely. */
export type StorageLevel = 'enough' | 'scarce' | 'none'

/** Dependencies of the public snapshot. */
interface CacheStoreDeps extends CacheContentDeps {
  storage: Storage
  onStorageLevel: (level: StorageLevel) => void
}

/** The snapshot of public data, in localStorage, which can be read synchronously at a start. */
interface CacheStore {
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
export function openCacheStore(deps: CacheStoreDeps): CacheStore {
  const { schema = cacheSchemaVersion } = deps
  const key = getCacheKey(publicOwner, schema)
  const content = createCacheContent('public', deps)
  const storage = skipUnchanged(deps.storage, (text) => deps.onStorageLevel(getStorageLevel(text)))
  const evict = (client: PersistedClient) => evictFromClient(client, () => deps.onStorageLevel('none'))
  const persister = createSyncStoragePersister({
    storage,
    key,
    throttleTime: 0,
    serialize: serializeWithinLimit,
    // The persister only returns this result. An unreadable snapshot is `undefined`, like a missing one.
    deserialize: (text) => content.parse(text) as PersistedClient,
    retry: ({ persistedClient }) => evict(persistedClient),
  })
  const mergeFromOtherTab = (text: string) => {
    storage.rememberText(text)
    content.hydrate(content.parse(text))
  }
  const mergeAndDehydrate = () => {
    // Another tab may have written newer data whose `storage` event has not arrived yet. It must not be overwritten.
    const otherTabText = storage.findOtherTabText(key)
    if (otherTabText !== undefined) mergeFromOtherTab(otherTabText)
    return content.dehydrate()
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
        return content.hydrate(persister.restoreClient() as PersistedClient | undefined)
      const olderText = findOlderCache(deps.storage, publicOwner, schema)
      if (olderText === undefined) return
      content.hydrate(content.parse(olderText))
      flush()
      if (deps.storage.getItem(key) !== null) removeOlderCaches(deps.storage, publicOwner, schema)
    },
    mergeFromOtherTab,
    save: () => void persister.persistClient(mergeAndDehydrate()),
    flush,
  }
}

const getStorageLevel = (text: string): StorageLevel => (text.length > warnChars ? 'scarce' : 'enough')

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
  let lastQueries: string | undefined
  const rememberText = (text: string) => {
    lastQueries = getSerializedQueries(text)
  }
  return {
    rememberText,
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

/** Returns the storage level, for the notice. */
export const useStorageLevel = (): StorageLevel => useSelector(storageLevel)
