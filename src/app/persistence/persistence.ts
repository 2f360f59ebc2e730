import type { Query, QueryClient } from '@tanstack/react-query'
import type { DataAges } from '#lib/data-age.ts'
import type { StoredValue } from '#lib/device-store/stored-value.ts'
import { yieldToMain } from '#lib/yield-to-main.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { openOwnShelf, type OwnShelf } from './own-shelf.ts'
import { openCacheStore } from './cache-store.ts'
import type { PersistScope } from './persist-rules.ts'
import type { StorageLevel } from './cache-store.ts'
import { isFutureDate } from './serialize-cache.ts'
import type { Migration } from './serialize-cache.ts'

/** Dependencies of the persisted cache. */
export interface PersistenceDeps {
  queryClient: QueryClient
  /** undefined where the browser blocks storage: the app then works without persistence. */
  storage: Storage | undefined
  ages: DataAges
  /** The device's clock, in milliseconds. */
  nowMs: () => number
  /** The server's clock, as far as known. */
  serverNowMs: () => number | undefined
  onRoom: (room: StorageLevel) => void
  /** Id of the signed-in user, whose private snapshot is restored too. */
  userId?: string | undefined
  /** Opens the storage of a user's sealed snapshot. Undefined where the browser cannot seal: then none is stored. */
  openOwnValue: (owner: string) => StoredValue<string> | undefined
  /** Called with the restore of the user's snapshot. */
  onRestoring?: (restoring: Promise<void>) => void
  schema?: number
  migrations?: Readonly<Record<number, Migration>>
}

/** The persisted query cache of this tab. */
export interface Persistence {
  /** Writes what changed, in the next task. */
  save: () => void
  /** Writes what changed, now. */
  flush: () => void
  /** Another tab wrote the public snapshot. */
  adopt: (key: string | null, text: string | null) => void
  /** Restores the snapshot of a user who signs in, and saves it from then on. */
  openPrivate: (userId: string) => void
  /** Sign-out: removes every query that is not public; nothing private is written any more. */
  forgetPrivate: () => void
  stop: () => void
}

/**
 * Restores the cache into the query client, synchronously, and keeps it from then on.
 * Call before the first render; the page calls `save` in idle moments and `flush` when it is hidden.
 */
export function startPersistence(parts: PersistenceDeps): Persistence {
  const { storage, queryClient } = parts
  const shelf = storage && openCacheStore({ ...parts, storage })
  let own: OwnShelf | undefined
  let changed = false
  const forgetPrivate = () => {
    own?.close()
    own = undefined
    void queryClient.cancelQueries({ predicate: notPublic })
    queryClient.removeQueries({ predicate: notPublic })
  }
  const openPrivate = (userId: string) => {
    const owner = getOwnerKey(userId)
    own?.close()
    own = openOwnShelf(owner, { ...parts, value: parts.openOwnValue(owner), onRemoved: forgetPrivate })
    const restoring = own.restore()
    parts.onRestoring?.(restoring)
  }
  shelf?.restore()
  if (parts.userId) openPrivate(parts.userId)
  let isOwnSaveDue = false
  /** Sealing takes a moment. A save that starts when the page is hidden may not finish before the page is gone. */
  const saveOwnSoon = async () => {
    if (isOwnSaveDue) return
    isOwnSaveDue = true
    await yieldToMain()
    isOwnSaveDue = false
    own?.save()
  }
  const unsubscribe = watch(parts, (shelfOfChange) => {
    changed = true
    if (shelfOfChange === 'private') void saveOwnSoon()
  })
  const write = (how: 'save' | 'flush') => {
    distrustFuture(parts)
    if (!changed) return
    changed = false
    shelf?.[how]()
    own?.save()
  }
  return {
    save: () => write('save'),
    flush: () => write('flush'),
    adopt(key, text) {
      if (shelf?.key === key && text !== null) shelf.adopt(text)
    },
    openPrivate,
    forgetPrivate,
    stop: unsubscribe,
  }
}

/** Follows the query cache: notes changes and ages, and keeps persisted queries in memory. */
function watch(parts: PersistenceDeps, onChange: (shelf: PersistScope) => void): () => void {
  const { queryClient, ages } = parts
  const dater = createDater(parts, () => onChange('public'))
  return queryClient.getQueryCache().subscribe((event) => {
    dater.settle()
    const { query } = event
    const shelf = query.meta?.persist
    if (!shelf) return
    if (event.type === 'removed') {
      ages.forget(query.queryHash)
      onChange(shelf)
    }
    if (event.type === 'added' || event.type === 'observerAdded') keepInMemory(query)
    if (event.type !== 'updated') return
    if (event.action.type === 'success' && !event.action.manual) dater.date(query.queryHash)
    if (['success', 'setState', 'invalidate'].includes(event.action.type)) onChange(shelf)
  })
}

/**
 * Dates responses by the server's clock. Data embedded in the page arrives before any Date header, so it is dated as
 * soon as one is known.
 */
function createDater({ ages, nowMs, serverNowMs }: PersistenceDeps, onDated: () => void) {
  const undated = new Map<string, number>()
  const settle = () => {
    const serverMs = undated.size > 0 ? serverNowMs() : undefined
    if (serverMs === undefined) return
    for (const [queryHash, atMs] of undated) ages.record(queryHash, serverMs - (nowMs() - atMs))
    undated.clear()
    onDated()
  }
  return {
    settle,
    date(queryHash: string) {
      const serverMs = serverNowMs()
      if (serverMs === undefined) undated.set(queryHash, nowMs())
      else ages.record(queryHash, serverMs)
    },
  }
}

/** After the clock was set back, data dated before would seem fresh until that time comes again. */
function distrustFuture({ queryClient, nowMs }: PersistenceDeps): void {
  for (const query of queryClient.getQueryCache().getAll())
    if (isFutureDate(query.state.dataUpdatedAt, nowMs())) query.setState({ dataUpdatedAt: 0 })
}

/** Data that the cache drops from memory would be missing in the next snapshot. By default it drops after 5 minutes. */
function keepInMemory(query: Query): void {
  if (query.gcTime !== Infinity) query.setOptions({ ...query.options, gcTime: Infinity })
}

/** Removes everything but public data from memory at sign-out. The agenda must stay, also offline. */
const notPublic = (query: Query): boolean => query.meta?.persist !== 'public'
