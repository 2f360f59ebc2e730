import { createStore, get, update } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import { withTimeLimit } from './time-limit.ts'

/**
 * The shelf for what is too long for localStorage: abstracts, speaker texts, article bodies, in IndexedDB. Nothing
 * waits for it longer than 2 s, and without it the app works online only (offline.md 1).
 */
export interface CachedContent<T = unknown> {
  data: T
  etag?: string
  /** The server's time of the answer, in milliseconds. */
  asOfMs?: number
}

export type CachedContentMeta = readonly [key: string, body: CachedContent]

/** `spare` for what nobody opened yet: it goes before all that somebody did. */
export type EvictionPriority = 'read' | 'spare'

/** A shelf of bodies. */
export interface ContentCache {
  /** @returns undefined when nothing is kept under the key, or IndexedDB does not answer in time */
  getBody: <T>(key: string) => Promise<CachedContent<T> | undefined>
  /** Keeps bodies, and lets the least recently used ones go when the shelf is full. False when it was not done. */
  setBodies: (entries: readonly CachedContentMeta[], use?: EvictionPriority) => Promise<boolean>
  /**
   * Removes what people keep under {@link getUserContentKey}, and what earlier versions of the app left there in clear. Settles when
   * it is done, or cannot be.
   */
  removeOwned: (isToGo: (owner: string) => boolean) => Promise<void>
}

const ownedPrefix = 'own:'

/** Key of a body that is a person's own, so that it can be found when that person signs out. */
export const getUserContentKey = (owner: string, key: string): string => `${ownedPrefix}${owner}/${key}`

const sealedPrefix = 'sealed/'

/** Name of a body that lies sealed. Under other names of people earlier versions of the app kept them in clear. */
export const sealedName = (name: string): string => sealedPrefix + name

/** True for a body that belongs to nobody here, or lies in clear though it is somebody's. */
function isPersonalToGo(key: string, isToGo: (owner: string) => boolean): boolean {
  if (!key.startsWith(ownedPrefix)) return false
  const [owner = ''] = key.slice(ownedPrefix.length).split('/')
  return isToGo(owner) || !key.startsWith(getUserContentKey(owner, sealedPrefix))
}

/** Most that the shelf holds, in bytes (offline.md 1). */
const shelfBytes = 20_000_000

/** Longest wait for IndexedDB, in milliseconds. */
const answerLimitMs = 2000

/** Key of the list of what is kept; no body has this key. */
const indexKey = '#index'

/** Size in bytes and last use in milliseconds, by key. */
type Index = Record<string, [sizeBytes: number, usedAtMs: number]>

/** What a shelf of bodies needs from outside. */
export interface ContentCacheDeps {
  /** Opens the store; may throw where IndexedDB is blocked. */
  openStore: () => UseStore
  nowMs: () => number
  limitBytes?: number
}

/** Makes a shelf over a store, which is opened at the first use. */
export function createContentCache({
  openStore,
  nowMs,
  limitBytes = shelfBytes,
}: ContentCacheDeps): ContentCache {
  let opened: UseStore | undefined
  const withStore = async <T>(work: (store: UseStore) => Promise<T>) => work((opened ??= openStore()))
  const touch = (key: string) =>
    withStore((store) => update<Index>(indexKey, (index = {}) => used(index, key, nowMs()), store)).catch(
      () => undefined,
    )
  return {
    async getBody<T>(key: string) {
      const body = await withTimeLimit(
        withStore((store) => get<CachedContent<T>>(key, store)),
        answerLimitMs,
        undefined,
      )
      if (body) void touch(key)
      return body
    },
    setBodies: (entries, use = 'read') =>
      withTimeLimit(
        withStore((store) => putAll(store, entries, use === 'read' ? nowMs() : undefined, limitBytes)).then(
          () => true,
        ),
        answerLimitMs,
        false,
      ),
    removeOwned: (isToGo) =>
      withTimeLimit(
        withStore((store) => removeAll(store, isToGo)),
        answerLimitMs,
        undefined,
      ),
  }
}

const used = (index: Index, key: string, nowMs: number): Index =>
  index[key] ? { ...index, [key]: [index[key][0], nowMs] } : index

/**
 * Writes bodies and index in one transaction, so that neither can be there without the other.
 * @param nowMs when they are used; absent: not yet, or as long ago as before
 */
function putAll(
  store: UseStore,
  entries: readonly CachedContentMeta[],
  nowMs: number | undefined,
  limitBytes: number,
): Promise<void> {
  return store('readwrite', (bodies) => {
    const read = bodies.get(indexKey)
    read.addEventListener('success', () => {
      const index = (read.result as Index | undefined) ?? {}
      for (const [key, body] of entries) {
        bodies.put(body, key)
        index[key] = [sizeOf(body), nowMs ?? index[key]?.[1] ?? 0]
      }
      for (const key of keysToDrop(index, limitBytes)) {
        bodies.delete(key)
        delete index[key]
      }
      bodies.put(index, indexKey)
    })
    return untilWritten(bodies)
  })
}

/** Removes the bodies of people, in one transaction with the index that names them. */
function removeAll(store: UseStore, isToGo: (owner: string) => boolean): Promise<void> {
  return store('readwrite', (bodies) => {
    const read = bodies.get(indexKey)
    read.addEventListener('success', () => {
      const index = (read.result as Index | undefined) ?? {}
      const going = Object.keys(index).filter((key) => isPersonalToGo(key, isToGo))
      for (const key of going) {
        bodies.delete(key)
        delete index[key]
      }
      if (going.length > 0) bodies.put(index, indexKey)
    })
    return untilWritten(bodies)
  })
}

function untilWritten({ transaction }: IDBObjectStore): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
  })
}

/** IndexedDB stores text as UTF-16: two bytes a character, which is near enough for a limit. */
const sizeOf = (body: CachedContent): number => 2 * JSON.stringify(body).length

/** The least recently used keys that must go so that the rest fits. */
function keysToDrop(index: Index, limitBytes: number): string[] {
  let total = Object.values(index).reduce((sum, [sizeBytes]) => sum + sizeBytes, 0)
  const oldestFirst = Object.entries(index)
    // oxlint-disable-next-line unicorn/no-array-sort -- a fresh array, and toSorted is younger than our oldest browsers
    .sort(([, a], [, b]) => a[1] - b[1])
  const dropped: string[] = []
  for (const [key, [sizeBytes]] of oldestFirst) {
    if (total <= limitBytes) break
    total -= sizeBytes
    dropped.push(key)
  }
  return dropped
}

/** The app's one shelf of bodies. */
export const contentCache = createContentCache({
  openStore: () => createStore('bodies', 'kv'),
  nowMs: Date.now,
})

/** @see Bodies.getBody */
export const getContent = contentCache.getBody

/** @see Bodies.setBodies */
export const setContent = contentCache.setBodies
