import { createStore, get, update, type UseStore } from 'idb-keyval'
import { withTimeLimit } from './device-store/store.ts'

/**
 * A long text in IndexedDB, for which localStorage is too small: abstracts, speakers' texts, articles. Every operation
 * ends within 2 s. Without IndexedDB long texts are available online only.
 */
export interface CachedContent<T = unknown> {
  /** The response's data; sealed in contents of a user. */
  data: T
  /** ETag of the response. Stored with the content; no caller of the app sets it at present. */
  etag?: string
  /** The server's time of the response, in milliseconds. */
  asOfMs?: number
}

/** The key names the content, for example `article/5`, or is of {@link getUserContentKey}. */
type KeyedContent = readonly [key: string, content: CachedContent]

/**
 * `read` for content that the user opened: its last use is now. `spare` for content that the app prefetched: its last use
 * stays as it was. Content that was never used is evicted first.
 */
type EvictionPriority = 'read' | 'spare'

/** Caches long contents. */
export interface ContentCache {
  /** @returns undefined when nothing is cached under the key, or IndexedDB fails or does not respond in time */
  get: <T>(key: string) => Promise<CachedContent<T> | undefined>
  /**
   * Stores contents, and evicts the least recently used ones when the cache is full. Resolves to false on failure.
   * @param priority defaults to `read`
   */
  set: (entries: readonly KeyedContent[], priority?: EvictionPriority) => Promise<boolean>
  /**
   * Removes contents under {@link getUserContentKey} of the owners for which `shouldRemove` returns true. Also removes
   * contents of all owners that earlier versions of the app stored there in clear. Never rejects.
   */
  removeOwned: (shouldRemove: (owner: string) => boolean) => Promise<void>
}

const ownedPrefix = 'own:'

/**
 * Returns the key of a user's content, by which it is found at sign-out.
 * @param owner owner key of the user, a hash without `/`
 * @param key name of the content among the user's contents
 */
export const getUserContentKey = (owner: string, key: string): string => `${ownedPrefix}${owner}/${key}`

const sealedPrefix = 'sealed/'

/**
 * Marks the name of a sealed content, for {@link getUserContentKey}. Users' contents without this mark are in clear, from
 * earlier versions of the app.
 */
export const sealedName = (name: string): string => sealedPrefix + name

/** Returns whether the key is of an owner whose contents must go, or of a user's content stored in clear. */
function shouldRemoveKey(key: string, shouldRemove: (owner: string) => boolean): boolean {
  if (!key.startsWith(ownedPrefix)) return false
  const [owner = ''] = key.slice(ownedPrefix.length).split('/')
  return shouldRemove(owner) || !key.startsWith(getUserContentKey(owner, sealedPrefix))
}

/** Size limit of the cache, in bytes. */
const maxCacheBytes = 20_000_000

/** Timeout of IndexedDB, in milliseconds. */
const timeoutMs = 2000

/** Key under which the cache's {@link Index} lies in the same store; no content has this key. */
const indexKey = '#index'

/** Size and last use of each content, by its key. `usedAtMs` is the device's time; 0 for content that was never used. */
type Index = Record<string, [sizeBytes: number, usedAtMs: number]>

/** Dependencies of a content cache. */
interface ContentCacheDeps {
  /** Opens the store; may throw where IndexedDB is blocked. */
  openStore: () => UseStore
  /** Returns the device's time, for the last use of contents. */
  nowMs: () => number
  /** Size limit of the cache; {@link maxCacheBytes} by default. */
  limitBytes?: number
}

/** Creates a content cache over a store, which is opened at the first use. */
export function createContentCache({
  openStore,
  nowMs,
  limitBytes = maxCacheBytes,
}: ContentCacheDeps): ContentCache {
  let openedStore: UseStore | undefined
  // An async function, so that an error of `openStore` becomes a rejection.
  const withStore = async <T>(work: (store: UseStore) => Promise<T>) => work((openedStore ??= openStore()))
  /** Records the use of a content. A failure is ignored: it only makes the content look older than it is. */
  const touch = (key: string) =>
    withStore((store) =>
      update<Index>(indexKey, (index = {}) => touchIndex(index, key, nowMs()), store),
    ).catch(() => undefined)
  return {
    async get<T>(key: string) {
      const content = await withTimeLimit(
        withStore((store) => get<CachedContent<T>>(key, store)),
        timeoutMs,
        undefined,
      )
      if (content) void touch(key)
      return content
    },
    set: (entries, priority = 'read') =>
      withTimeLimit(
        withStore((store) =>
          putAll(store, entries, priority === 'read' ? nowMs() : undefined, limitBytes),
        ).then(() => true),
        timeoutMs,
        false,
      ),
    removeOwned: (shouldRemove) =>
      withTimeLimit(
        withStore((store) => removeAll(store, shouldRemove)),
        timeoutMs,
        undefined,
      ),
  }
}

/** Sets the last use of a key. A key without content, evicted by another tab, stays absent. */
const touchIndex = (index: Index, key: string, nowMs: number): Index =>
  index[key] ? { ...index, [key]: [index[key][0], nowMs] } : index

/**
 * Writes contents and index in one transaction.
 * @param nowMs time of use; undefined leaves the last use of each key as it was
 */
function putAll(
  store: UseStore,
  entries: readonly KeyedContent[],
  nowMs: number | undefined,
  limitBytes: number,
): Promise<void> {
  return store('readwrite', (objectStore) => {
    const indexRequest = objectStore.get(indexKey)
    indexRequest.addEventListener('success', () => {
      const index = (indexRequest.result as Index | undefined) ?? {}
      for (const [key, content] of entries) {
        objectStore.put(content, key)
        index[key] = [getSizeBytes(content), nowMs ?? index[key]?.[1] ?? 0]
      }
      for (const key of listEvictedKeys(index, limitBytes)) {
        objectStore.delete(key)
        delete index[key]
      }
      objectStore.put(index, indexKey)
    })
    return waitForCommit(objectStore)
  })
}

/** Removes contents of users together with their rows in the index, in one transaction. */
function removeAll(store: UseStore, shouldRemove: (owner: string) => boolean): Promise<void> {
  return store('readwrite', (objectStore) => {
    const indexRequest = objectStore.get(indexKey)
    indexRequest.addEventListener('success', () => {
      const index = (indexRequest.result as Index | undefined) ?? {}
      const removedKeys = Object.keys(index).filter((key) => shouldRemoveKey(key, shouldRemove))
      for (const key of removedKeys) {
        objectStore.delete(key)
        delete index[key]
      }
      if (removedKeys.length > 0) objectStore.put(index, indexKey)
    })
    return waitForCommit(objectStore)
  })
}

/** Settles when the writes are in the database. A request that succeeds may still be rolled back. */
function waitForCommit({ transaction }: IDBObjectStore): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
  })
}

/** Estimates the size: IndexedDB stores text as UTF-16, with two bytes a character. */
const getSizeBytes = (content: CachedContent): number => 2 * JSON.stringify(content).length

/** Lists the least recently used keys that must be evicted so that the rest fits. */
function listEvictedKeys(index: Index, limitBytes: number): string[] {
  let total = Object.values(index).reduce((sum, [sizeBytes]) => sum + sizeBytes, 0)
  const oldestFirst = Object.entries(index)
    // oxlint-disable-next-line unicorn/no-array-sort -- a fresh array, and toSorted is younger than our oldest browsers
    .sort(([, [, aUsedAtMs]], [, [, bUsedAtMs]]) => aUsedAtMs - bUsedAtMs)
  const evictedKeys: string[] = []
  for (const [key, [sizeBytes]] of oldestFirst) {
    if (total <= limitBytes) break
    total -= sizeBytes
    evictedKeys.push(key)
  }
  return evictedKeys
}

/** The app's content cache, in the IndexedDB database `bodies`. */
export const contentCache = createContentCache({
  openStore: () => createStore('bodies', 'kv'),
  nowMs: Date.now,
})

/** @see ContentCache.get */
export const getContent = contentCache.get

/** @see ContentCache.set */
export const setContent = contentCache.set
