import { createId } from '../create-id.ts'
import { StoreError, type KeyValueStore } from './store.ts'
import type { Sealed, Sealer } from './sealing.ts'

/** A change of a value. It must be idempotent, and return the same object when nothing changes. */
export type Change<T> = (before: T) => T

/** A value that is stored on the device before it is shown. */
export interface StoredValue<T> {
  /** Returns the same object as long as nothing changes, and the empty value until the store was read. */
  read: () => T
  /**
   * Changes the stored value, and shows it when it is durable. Changes run in the order of their calls. When the store
   * fails, the change is shown all the same.
   */
  change: (toNext: Change<T>) => Promise<void>
  /** Settles when all earlier operations are complete, the first read included. */
  whenRead: () => Promise<void>
  /** Reads the store again, which another tab may have changed. */
  refresh: () => Promise<void>
  /**
   * False after a change that neither the store nor the fallback could store: it lasts only as long as the page. True
   * again when the store works again.
   */
  isPersisted: () => boolean
  /** Calls back after each change, also one made in another tab. */
  subscribe: (onChange: () => void) => () => void
}

/**
 * Stores a value in localStorage while IndexedDB fails. It is merged into the stored value when IndexedDB works again.
 * Features write their own.
 */
export interface FallbackStorage<T> {
  /** Returns the given value merged with the one in this storage; the given object when this storage is empty. */
  mergeInto: (value: T) => T
  /** Stores the value `next`, which was `before`. @returns false when this storage fails, too */
  write: (next: T, before: T) => boolean
  remove: () => void
}

/** Converts between a value and its stored form. */
export interface Packing<T> {
  /** @throws StoreError when the value cannot be sealed */
  pack: (value: T) => Promise<unknown>
  /** Must return a value for any data, also from another version of the app or a damaged store. */
  unpack: (stored: unknown) => Promise<T>
}

/** Connects the app's tabs, so that each learns that a value, or its {@link FallbackStorage}, has changed in another. */
export interface OtherTabs {
  /** Notifies the other tabs that the value with this key has changed. */
  notify: (key: string) => void
  /** Calls back when another tab changed the value with this key, as long as the page is open. */
  subscribe: (key: string, onChange: () => void) => void
}

/** Dependencies of {@link createStoredValue}. */
interface StoredValueDeps<T> extends Packing<T> {
  store: KeyValueStore
  /** Key of the value in the store. */
  key: string
  /** The value when nothing is stored. */
  empty: T
  tabs: OtherTabs
  /** Without it, changes last only as long as the page while the store fails. */
  fallback?: FallbackStorage<T>
}

/** The stored form. */
interface Stored {
  /** Random id of the write. It shows whether another tab has written, since sealed values cannot be compared. */
  stamp: string
  /** Of {@link Packing.pack}. */
  value: unknown
}

/** Result of a change of the store that wrote its value. Otherwise the result is what another tab has written. */
const written = Symbol('written')

/** Delay before a failed store is tried again, in milliseconds. Otherwise every tap would wait for its timeout. */
const retryAfterMs = 10_000

/** Creates a stored value, which is read at the first use. */
export function createStoredValue<T>(deps: StoredValueDeps<T>): StoredValue<T> {
  const { empty, tabs, key, fallback } = deps
  const listeners = new Set<() => void>()
  const disk = createDiskCopy(deps)
  /** Changes that could not be stored. */
  let unwritten: Change<T>[] = []
  /** True from a failure of the store, at `failedAtMs` of the device's time, until it can be read again. */
  let isFailing = false
  let failedAtMs = 0
  /** The value on screen: the stored one with the unwritten changes. */
  let current = empty
  let isPersisted = true
  /** The operation that the next one waits for; undefined before the first use. */
  let lastOperation: Promise<void> | undefined
  const publish = (next: T, nextIsPersisted: boolean) => {
    if (next === current && nextIsPersisted === isPersisted) return
    current = next
    isPersisted = nextIsPersisted
    for (const listener of listeners) listener()
  }
  /** Applies the fallback's value and the unwritten changes. They are idempotent, so `value` may contain them already. */
  const applyUnwritten = (value: T): T =>
    unwritten.reduce((before, toNext) => toNext(before), fallback ? fallback.mergeInto(value) : value)
  /** Reads the store, and writes the changes that could not be stored before. */
  const readFromDisk = async () => {
    isFailing = !((await succeeds(disk.read())) && (await succeeds(disk.change(applyUnwritten))))
    if (isFailing) {
      failedAtMs = Date.now()
      // A failed read loses no change, so `isPersisted` stays as it is.
      return publish(applyUnwritten(current), isPersisted)
    }
    unwritten = []
    fallback?.remove()
    publish(disk.value(), true)
  }
  /** Stores a change; while the store fails, remembers it and writes the value into the fallback. */
  const change = async (toNext: Change<T>) => {
    if (isFailing && Date.now() - failedAtMs >= retryAfterMs) await readFromDisk()
    const previousValue = disk.value()
    if (!isFailing && !(await succeeds(disk.change(toNext)))) {
      isFailing = true
      failedAtMs = Date.now()
    }
    if (!isFailing) {
      publish(disk.value(), isPersisted)
      if (disk.value() !== previousValue) tabs.notify(key)
      return
    }
    unwritten.push(toNext)
    const next = applyUnwritten(current)
    if (next !== current) publish(next, fallback?.write(next, current) ?? false)
  }
  /** Starts the first read, and subscribes to other tabs. Returns the last operation. */
  const start = (): Promise<void> => {
    if (lastOperation) return lastOperation
    tabs.subscribe(key, () => void runInOrder(readFromDisk))
    return (lastOperation = readFromDisk())
  }
  /** Runs an operation after all earlier ones, the failed ones included. */
  const runInOrder = (operation: () => Promise<void>): Promise<void> => {
    const result = start().then(operation)
    lastOperation = result.catch(() => undefined)
    return result
  }
  return {
    read() {
      void start()
      return current
    },
    change: (toNext) => runInOrder(() => change(toNext)),
    whenRead: () => runInOrder(async () => undefined),
    refresh: () => runInOrder(readFromDisk),
    isPersisted: () => isPersisted,
    subscribe(onChange) {
      void start()
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/** Creates a copy in memory of the stored value, as this tab last read or wrote it. */
function createDiskCopy<T>({ store, key, empty, pack, unpack }: StoredValueDeps<T>) {
  let stamp: string | undefined
  let value = empty
  /** Unpacks what the store contains, unless this tab has read or written it itself. */
  const setFromStored = async (stored: Stored | undefined) => {
    if (stored?.stamp === stamp) return
    value = stored ? await unpack(stored.value) : empty
    stamp = stored?.stamp
  }
  return {
    value: () => value,
    async read() {
      const [stored] = await store.read<Stored>([key])
      await setFromStored(stored)
    },
    /** Writes the changed value, unless the change returns the same object. @throws StoreError */
    async change(toNext: Change<T>): Promise<void> {
      for (;;) {
        const next = toNext(value)
        if (next === value) return
        const newStored: Stored = { stamp: createId(), value: await pack(next) }
        const lastSeenStamp = stamp
        const result = await store.change<Stored, Stored | undefined | typeof written>([key], ([stored]) =>
          stored?.stamp === lastSeenStamp ? { result: written, put: [[key, newStored]] } : { result: stored },
        )
        if (result === written) {
          value = next
          stamp = newStored.stamp
          return
        }
        // Another tab has written since this one has read. The loop applies the change to that tab's value.
        await setFromStored(result)
      }
    },
  }
}

/** Resolves to false when the store fails. Rejects for other errors, which are bugs. */
function succeeds(operation: Promise<unknown>): Promise<boolean> {
  return operation.then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreError) return false
      throw error
    },
  )
}

/** Creates the packing of a value that is stored without sealing. */
export const unsealedPacking = <T>(parse: (stored: unknown) => T): Packing<T> => ({
  pack: (value) => Promise.resolve(value),
  unpack: (stored) => Promise.resolve(parse(stored)),
})

/**
 * Seals a value for one user, where the browser can. A value that this device's key does not unseal counts as absent.
 * @param parse returns a value for any stored data, also from another version of the app
 */
export const sealedPacking = <T>(sealer: Sealer, parse: (saved: unknown) => T): Packing<T> => ({
  pack: (value) => sealer.seal<unknown>(value),
  unpack: async (stored) => parse(await sealer.open(stored as Sealed<unknown>).catch(ignoreUnlessStoreError)),
})

/**
 * Lets data that is not of the form {@link Sealed} count as absent.
 * @throws StoreError when the key could not be read: this does not mean that there is no key
 */
function ignoreUnlessStoreError(error: unknown): undefined {
  if (error instanceof StoreError) throw error
}

let openChannel: BroadcastChannel | undefined

/**
 * Returns the channel on which the app's tabs send the keys of changed values: browsers have no event for changes in
 * IndexedDB. Undefined where the browser has no such channel.
 */
const getChannel = (): BroadcastChannel | undefined =>
  'BroadcastChannel' in globalThis ? (openChannel ??= new BroadcastChannel('values')) : undefined

/**
 * The app's other tabs. A change of localStorage under the same key notifies too, since a {@link FallbackStorage} lies
 * there; so does clearing it.
 */
export const otherTabs: OtherTabs = {
  notify: (key) => getChannel()?.postMessage(key),
  subscribe(key, onChange) {
    getChannel()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === key) onChange()
    })
    globalThis.addEventListener?.('storage', (event) => {
      // A null key means that everything was cleared.
      if (event.key === key || event.key === null) onChange()
    })
  },
}
