import { createStoredValue, type StoredValue, type OtherTabs } from '#lib/device-store/stored-value.ts'
import { sealedFor } from '#lib/device-store/sealed-value.ts'
import type { Sealer } from '#lib/device-store/sealing.ts'
import type { KeyValueStore } from '#lib/device-store/store.ts'
import { ownSnapshotKey } from '#lib/user-storage-keys.ts'
import { findOlderCache, removeOlderCaches, getCacheKey } from './cache-keys.ts'
import { cacheSchemaVersion } from './persist-rules.ts'
import { openContent, writeWithin, type ContentParts } from './shelf-content.ts'
import { getSerializedQueries } from './serialize-cache.ts'

/** Dependencies of a user's snapshot. */
export interface OwnShelfParts extends ContentParts {
  /** Storage of the snapshot, sealed for that user. Undefined where the browser cannot seal: then nothing is stored. */
  value: StoredValue<string> | undefined
  /** Where earlier versions of the app stored it unsealed. */
  storage: Storage | undefined
  /** Called when another tab removed it: the user signed out there. */
  onRemoved: () => void
}

/** The snapshot of a user's own data: registration, travel, side meetings, notes. */
export interface OwnShelf {
  /** Restores the stored data into the query client. Also settles if the device does not respond. */
  restore: () => Promise<void>
  save: () => void
  /** Stops reading and writing. */
  close: () => void
}

/** Opens the snapshot of a user. */
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
    // Newer data of another tab is not overwritten.
    if (before !== '') adopt(before)
    if (isClosed) return before
    const next = writeWithin(content.take())
    if (getSerializedQueries(next) === getSerializedQueries(before)) return before
    return (seen = next)
  }
  const save = async () => {
    // After one failed read this page does not use the storage again: what it would write could not be read.
    if (value?.isPersisted()) await value.change(write)
  }
  const stop = value?.subscribe(() => adopt(value.read()))
  return {
    async restore() {
      const left = findLeft(owner, parts)
      if (left !== undefined) content.put(content.read(left))
      // Data found there is merged as soon as it is read.
      await value?.whenRead()
      if (left === undefined) return
      await save()
      // What could not be sealed now is sealed at the next start.
      if (!isClosed && value?.isPersisted() !== false) removeLeft(owner, parts)
    },
    save: () => void save(),
    close() {
      isClosed = true
      stop?.()
    },
  }
}

/** Opens the storage of a user's snapshot, sealed with that user's key. */
export const openSnapshotValue = (
  store: KeyValueStore,
  tabs: OtherTabs,
  owner: string,
  sealer: Sealer,
): StoredValue<string> =>
  createStoredValue({ store, tabs, key: ownSnapshotKey(owner), empty: '', ...sealedFor(sealer, toText) })

const toText = (saved: unknown): string => (typeof saved === 'string' ? saved : '')

/** Reads the unsealed snapshot of an earlier version of the app. */
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
