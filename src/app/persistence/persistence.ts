import type { Query, QueryClient } from '@tanstack/react-query'
import type { DataAges } from '#platform/data-age.ts'
import type { StoredValue } from '#platform/device-store/stored-value.ts'
import { yieldToMain } from '#platform/browser.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { openPrivateCacheStore, type PrivateCacheStore } from './private-cache-store.ts'
import { openPublicCacheStore, type StorageLevel } from './cache-store.ts'
import type { PersistScope } from './persist-rules.ts'
import { isFutureDate, type Migration } from './serialize-cache.ts'

/** Dependencies of the persisted cache. */
export interface PersistenceDeps {
  queryClient: QueryClient
  /** undefined where the browser blocks storage: the app then works without persistence. */
  storage: Storage | undefined
  /** Ages of the queries. Persistence records the time of each response here. */
  ages: DataAges
  /** The device's clock, in milliseconds. */
  nowMs: () => number
  /** The server's clock, in milliseconds; undefined before the first response. */
  serverNowMs: () => number | undefined
  /** Called when the public snapshot was written, or could not be written completely. */
  onStorageLevel: (level: StorageLevel) => void
  /** Id of the signed-in user, whose private snapshot is restored too. */
  userId?: string | undefined
  /** Opens the storage of a user's sealed snapshot. Undefined where the browser cannot seal: then none is stored. */
  openSnapshotValue: (owner: string) => StoredValue<string> | undefined
  /** Called with the restore of the user's snapshot. */
  onRestoring?: (restoring: Promise<void>) => void
  /** Schema of this version of the app. Tests replace it and the migrations. */
  schema?: number
  migrations?: Readonly<Record<number, Migration>>
}

/** The persisted query cache of this tab. */
export interface Persistence {
  /** Writes what changed, in the next task. */
  save: () => void
  /** Writes what changed, now. */
  flush: () => void
  /** Merges the public snapshot that another tab wrote. Ignores other storage keys. */
  mergeFromOtherTab: (key: string | null, text: string | null) => void
  /** Restores the snapshot of a user who signs in, and saves it from then on. */
  openPrivate: (userId: string) => void
  /** Removes every query that is not public at a sign-out, and stops writing the private snapshot. */
  forgetPrivate: () => void
  /** Stops noticing changes, so that nothing more is written. Only tests call it. */
  stop: () => void
}

/**
 * Restores the cache into the query client synchronously, and persists it from then on.
 * Call before the first render; the page calls `save` in idle moments and `flush` when it is hidden.
 */
export function startPersistence(deps: PersistenceDeps): Persistence {
  const { storage, queryClient } = deps
  const publicStore = storage && openPublicCacheStore({ ...deps, storage })
  /** The snapshot of the signed-in user; undefined when nobody is signed in. */
  let privateStore: PrivateCacheStore | undefined
  /** True when a persisted query has changed since the last write. */
  let hasChanged = false
  const forgetPrivate = () => {
    privateStore?.close()
    privateStore = undefined
    void queryClient.cancelQueries({ predicate: isNotPublic })
    queryClient.removeQueries({ predicate: isNotPublic })
  }
  const openPrivate = (userId: string) => {
    const owner = getOwnerKey(userId)
    privateStore?.close()
    privateStore = openPrivateCacheStore(owner, {
      ...deps,
      value: deps.openSnapshotValue(owner),
      onRemoved: forgetPrivate,
    })
    const restoring = privateStore.restore()
    deps.onRestoring?.(restoring)
  }
  publicStore?.restore()
  if (deps.userId) openPrivate(deps.userId)
  /** True while a save waits for the next task. */
  let isPrivateSaveDue = false
  /** Saves soon after a change: sealing is asynchronous, so a save that starts when the page is hidden may not finish. */
  const savePrivateSoon = async () => {
    if (isPrivateSaveDue) return
    isPrivateSaveDue = true
    await yieldToMain()
    isPrivateSaveDue = false
    privateStore?.save()
  }
  const unsubscribe = watchQueries(deps, (changedScope) => {
    hasChanged = true
    if (changedScope === 'private') void savePrivateSoon()
  })
  /** Writes both snapshots if anything has changed; each skips its write when its own queries have not. */
  const write = (method: 'save' | 'flush') => {
    expireFutureData(deps)
    if (!hasChanged) return
    hasChanged = false
    publicStore?.[method]()
    privateStore?.save()
  }
  return {
    save: () => write('save'),
    flush: () => write('flush'),
    mergeFromOtherTab(key, text) {
      if (publicStore?.key === key && text !== null) publicStore.mergeFromOtherTab(text)
    },
    openPrivate,
    forgetPrivate,
    stop: unsubscribe,
  }
}

/** Subscribes to the query cache: records changes and ages, and protects persisted queries from garbage collection. */
function watchQueries(deps: PersistenceDeps, onChange: (scope: PersistScope) => void): () => void {
  const { queryClient, ages } = deps
  const responseDater = createResponseDater(deps, () => onChange('public'))
  return queryClient.getQueryCache().subscribe((event) => {
    // Each event is an occasion to look whether the server's time is known by now.
    responseDater.settle()
    const { query } = event
    const scope = query.meta?.persist
    if (!scope) return
    if (event.type === 'removed') {
      ages.forget(query.queryHash)
      onChange(scope)
    }
    // An observer sets the options again, with the default time of garbage collection.
    if (event.type === 'added' || event.type === 'observerAdded') keepInMemory(query)
    if (event.type !== 'updated') return
    // `manual` marks data that the app has set itself: no response of the server.
    if (event.action.type === 'success' && !event.action.manual) responseDater.date(query.queryHash)
    if (['success', 'setState', 'invalidate'].includes(event.action.type)) onChange(scope)
  })
}

/**
 * Dates responses by the server's clock. Page data arrives before any Date header, so it is dated as soon as the server's
 * time is known.
 * @param onDated called when responses were dated late, so that their ages are saved
 */
function createResponseDater({ ages, nowMs, serverNowMs }: PersistenceDeps, onDated: () => void) {
  /** The device's time of each response that is not dated yet, by query hash. */
  const undated = new Map<string, number>()
  const settle = () => {
    const serverMs = undated.size > 0 ? serverNowMs() : undefined
    if (serverMs === undefined) return
    for (const [queryHash, atMs] of undated) ages.record(queryHash, serverMs - (nowMs() - atMs))
    undated.clear()
    onDated()
  }
  return {
    /** Dates the responses that arrived before the server's time was known. */
    settle,
    /** Dates the response that has just arrived for a query. */
    date(queryHash: string) {
      const serverMs = serverNowMs()
      if (serverMs === undefined) undated.set(queryHash, nowMs())
      else ages.record(queryHash, serverMs)
    },
  }
}

/** Marks data with a future date as stale. After the clock was set back, it would seem fresh for too long. */
function expireFutureData({ queryClient, nowMs }: PersistenceDeps): void {
  for (const query of queryClient.getQueryCache().getAll())
    if (isFutureDate(query.state.dataUpdatedAt, nowMs())) query.setState({ dataUpdatedAt: 0 })
}

/** Disables garbage collection of a persisted query, which would be missing in the next snapshot. */
function keepInMemory(query: Query): void {
  if (query.gcTime !== Infinity) query.setOptions({ ...query.options, gcTime: Infinity })
}

const isNotPublic = (query: Query): boolean => query.meta?.persist !== 'public'
