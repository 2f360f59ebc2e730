import {
  createStoredValue,
  type StoredValue,
  type OtherTabs,
  sealedPacking,
} from '#platform/device-store/stored-value.ts'
import type { Sealer } from '#platform/device-store/sealing.ts'
import type { KeyValueStore } from '#platform/device-store/store.ts'
import { getSnapshotKey } from '#platform/user-storage-keys.ts'
import { findOlderCache, removeOlderCaches, getCacheKey, cacheSchemaVersion } from './persist-rules.ts'
import {
  createSnapshotConverter,
  serializeWithinLimit,
  type SnapshotConverterDeps,
} from './snapshot-converter.ts'
import { getSerializedQueries } from './serialize-cache.ts'

/** Dependencies of a user's private snapshot. */
interface PrivateCacheStoreDeps extends SnapshotConverterDeps {
  /** Storage of the sealed snapshot. Undefined where the browser cannot seal; then nothing is stored. */
  value: StoredValue<string> | undefined
  /** Storage in which earlier versions of the app stored the snapshot unsealed. */
  storage: Storage | undefined
  /** Called when another tab removed the snapshot, because the user signed out there. */
  onRemoved: () => void
}

/** The snapshot of a user's own data: registration, travel, side meetings, notes. */
export interface PrivateCacheStore {
  /** Restores the stored data into the query client. Also settles if the device does not respond. */
  restore: () => Promise<void>
  /** Writes the snapshot, if it has changed. */
  save: () => void
  /** Stops reading and writing. */
  close: () => void
}

/** Opens the snapshot of a user. */
export function openPrivateCacheStore(owner: string, deps: PrivateCacheStoreDeps): PrivateCacheStore {
  const { value } = deps
  const converter = createSnapshotConverter('private', deps)
  let isClosed = false
  /** The snapshot that this tab has last read or written; empty before. */
  let lastText = ''
  const mergeFromOtherTab = (text: string) => {
    if (isClosed || text === lastText) return
    // The empty value means that nothing is stored. This tab has seen a snapshot before, so another one removed it.
    const isRemoved = text === ''
    lastText = text
    if (isRemoved) deps.onRemoved()
    else converter.hydrate(converter.parse(text))
  }
  /** Returns the text to store, as a change of the stored value. */
  const write = (storedText: string): string => {
    // Newer data of another tab is not overwritten.
    if (storedText !== '') mergeFromOtherTab(storedText)
    // The user may have signed out since the write was requested.
    if (isClosed) return storedText
    const nextText = serializeWithinLimit(converter.dehydrate())
    if (getSerializedQueries(nextText) === getSerializedQueries(storedText)) return storedText
    return (lastText = nextText)
  }
  const save = async () => {
    // After a failed read this page does not write, because it could overwrite a snapshot that it has not read.
    if (value?.isPersisted()) await value.change(write)
  }
  const unsubscribe = value?.subscribe(() => mergeFromOtherTab(value.read()))
  return {
    async restore() {
      const unsealedText = findUnsealedSnapshot(owner, deps)
      if (unsealedText !== undefined) converter.hydrate(converter.parse(unsealedText))
      // The subscription above merges the sealed snapshot as soon as it is read.
      await value?.whenRead()
      if (unsealedText === undefined) return
      await save()
      // An unsealed snapshot that could not be sealed now is sealed at the next start.
      if (!isClosed && value?.isPersisted() !== false) removeUnsealedSnapshots(owner, deps)
    },
    save: () => void save(),
    close() {
      isClosed = true
      unsubscribe?.()
    },
  }
}

/** Opens the storage of a user's snapshot, sealed with that user's key. */
export const createSnapshotValue = (
  store: KeyValueStore,
  tabs: OtherTabs,
  owner: string,
  sealer: Sealer,
): StoredValue<string> =>
  createStoredValue({ store, tabs, key: getSnapshotKey(owner), empty: '', ...sealedPacking(sealer, toText) })

/** Takes damaged data for no snapshot. */
const toText = (storedValue: unknown): string => (typeof storedValue === 'string' ? storedValue : '')

/** Reads the unsealed snapshot of an earlier version of the app. */
function findUnsealedSnapshot(
  owner: string,
  { storage, schema = cacheSchemaVersion }: PrivateCacheStoreDeps,
): string | undefined {
  const unsealedText = storage?.getItem(getCacheKey(owner, schema))
  return unsealedText ?? (storage && findOlderCache(storage, owner, schema))
}

/** Removes the unsealed snapshots of a user, of all schemas up to this one. */
function removeUnsealedSnapshots(
  owner: string,
  { storage, schema = cacheSchemaVersion }: PrivateCacheStoreDeps,
): void {
  if (!storage) return
  storage.removeItem(getCacheKey(owner, schema))
  removeOlderCaches(storage, owner, schema)
}
