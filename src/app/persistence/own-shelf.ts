import { createStoredValue, type StoredValue, type OtherTabs } from '#lib/device-store/stored-value.ts'
import { sealedFor } from '#lib/device-store/sealed-value.ts'
import type { Sealer } from '#lib/device-store/sealing.ts'
import type { KeyValueStore } from '#lib/device-store/store.ts'
import { ownSnapshotKey } from '#lib/user-storage-keys.ts'
import { findOlderCache, removeOlderCaches, getCacheKey } from './cache-keys.ts'
import { cacheSchemaVersion } from './persist-rules.ts'
import { openContent, writeWithin, type ContentParts } from './shelf-content.ts'
import { getSerializedQueries } from './serialize-cache.ts'

/** What the snapshot of a person needs from outside. */
export interface OwnShelfParts extends ContentParts {
  /** Where it lies, sealed for that person; undefined where the browser cannot seal: then nothing is kept. */
  value: StoredValue<string> | undefined
  /** Where earlier versions of the app kept it, in clear. */
  storage: Storage | undefined
  /** It was removed from outside: the person signed out in another tab. */
  onRemoved: () => void
}

/** The snapshot of what a person reads of their own: registration, travel, side meetings, notes. */
export interface OwnShelf {
  /** Puts what is stored into the query client. Settles when that is done, or the device does not say. */
  restore: () => Promise<void>
  save: () => void
  /** From now on nothing is read or written. */
  close: () => void
}

/** Opens the snapshot of a person. */
export function openOwnShelf(owner: string, parts: OwnShelfParts): OwnShelf {
  const { value } = parts
  const content = openContent('private', parts)
  let isClosed = false
  let seen = ''
  const adopt = (text: string) => {
    if (isClosed || text === seen) return
    const isRemoved = text === ''
    seen = text
    if (isRemoved) parts.onRemoved()
    else content.put(content.read(text))
  }
  const write = (before: string): string => {
    // What another tab wrote is not overwritten where it is newer.
    if (before !== '') adopt(before)
    if (isClosed) return before
    const next = writeWithin(content.take())
    if (getSerializedQueries(next) === getSerializedQueries(before)) return before
    return (seen = next)
  }
  const save = async () => {
    // A device that has refused once is not asked again by this page: nobody reads from it what would be written.
    if (value?.isPersisted()) await value.change(write)
  }
  const stop = value?.subscribe(() => adopt(value.read()))
  return {
    async restore() {
      const left = findLeft(owner, parts)
      if (left !== undefined) content.put(content.read(left))
      // What lies there is taken over as soon as it is read.
      await value?.whenRead()
      if (left === undefined) return
      await save()
      // What could not be sealed now is at the next start.
      if (!isClosed && value?.isPersisted() !== false) removeLeft(owner, parts)
    },
    save: () => void save(),
    close() {
      isClosed = true
      stop?.()
    },
  }
}

/** Where the snapshot of a person lies, sealed by that person's key. */
export const openSnapshotValue = (
  store: KeyValueStore,
  tabs: OtherTabs,
  owner: string,
  sealer: Sealer,
): StoredValue<string> =>
  createStoredValue({ store, tabs, key: ownSnapshotKey(owner), empty: '', ...sealedFor(sealer, toText) })

const toText = (saved: unknown): string => (typeof saved === 'string' ? saved : '')

/** What an earlier version of the app left in clear. */
function findLeft(
  owner: string,
  { storage, schema = cacheSchemaVersion }: OwnShelfParts,
): string | undefined {
  const left = storage?.getItem(getCacheKey(owner, schema))
  return left ?? (storage && findOlderCache(storage, owner, schema))
}

function removeLeft(owner: string, { storage, schema = cacheSchemaVersion }: OwnShelfParts): void {
  if (!storage) return
  storage.removeItem(getCacheKey(owner, schema))
  removeOlderCaches(storage, owner, schema)
}
