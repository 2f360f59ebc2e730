import { createId } from '../create-id.ts'
import { StoreError, type KeyValueStore } from './store.ts'

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
  /** False after the store has failed: later changes may last only as long as the page. */
  isPersisted: () => boolean
  /** Calls back after each change, also one made in another tab. */
  subscribe: (onChange: () => void) => () => void
}

/** Holds a value while the store fails. It is merged into the stored value when the store works again. */
export interface FallbackStorage<T> {
  /** Returns the value merged with this one; the same object when this is empty. */
  mergeInto: (value: T) => T
  /** @returns false when this storage fails, too */
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

/** Notifies tabs that a value, or an {@link Aside}, may have changed outside of this tab. */
export interface OtherTabs {
  notify: (key: string) => void
  subscribe: (key: string, onChange: () => void) => void
}

/** Dependencies of {@link createStoredValue}. */
export interface StoredValueDeps<T> extends Packing<T> {
  store: KeyValueStore
  key: string
  empty: T
  tabs: OtherTabs
  fallback?: FallbackStorage<T>
}

/** The stored form. The stamp identifies a write, since sealed data differs each time. */
interface Stored {
  stamp: string
  value: unknown
}

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
  let isRefusing = false
  let refusedAtMs = 0
  let shown = empty
  let isKept = true
  let last: Promise<void> | undefined
  const show = (next: T, nextIsKept: boolean) => {
    if (next === shown && nextIsKept === isKept) return
    shown = next
    isKept = nextIsKept
    for (const listener of listeners) listener()
  }
  const join = (value: T): T =>
    unwritten.reduce((before, toNext) => toNext(before), fallback ? fallback.mergeInto(value) : value)
  /** Reads the store again: it may work again, and another tab may have changed the value. */
  const readFromDisk = async () => {
    isRefusing = !((await accepts(disk.read())) && (await accepts(disk.change(join))))
    if (isRefusing) {
      refusedAtMs = Date.now()
      return show(join(shown), isKept)
    }
    unwritten = []
    fallback?.remove()
    show(disk.value(), true)
  }
  const change = async (toNext: Change<T>) => {
    if (isRefusing && Date.now() - refusedAtMs >= retryAfterMs) await readFromDisk()
    const before = disk.value()
    if (!isRefusing && !(await accepts(disk.change(toNext)))) {
      isRefusing = true
      refusedAtMs = Date.now()
    }
    if (!isRefusing) {
      show(disk.value(), isKept)
      if (disk.value() !== before) tabs.notify(key)
      return
    }
    unwritten.push(toNext)
    const next = join(shown)
    if (next !== shown) show(next, fallback?.write(next, shown) ?? false)
  }
  const begin = (): Promise<void> => {
    if (last) return last
    tabs.subscribe(key, () => void runInOrder(readFromDisk))
    return (last = readFromDisk())
  }
  const runInOrder = (work: () => Promise<void>): Promise<void> => {
    const done = begin().then(work)
    last = done.catch(() => undefined)
    return done
  }
  return {
    read() {
      void begin()
      return shown
    },
    change: (toNext) => runInOrder(() => change(toNext)),
    whenRead: () => runInOrder(async () => undefined),
    refresh: () => runInOrder(readFromDisk),
    isPersisted: () => isKept,
    subscribe(onChange) {
      void begin()
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/** Creates a copy of the stored value, as it was read or written last. */
function createDiskCopy<T>({ store, key, empty, pack, unpack }: StoredValueDeps<T>) {
  let stamp: string | undefined
  let value = empty
  const take = async (stored: Stored | undefined) => {
    if (stored?.stamp === stamp) return
    value = stored ? await unpack(stored.value) : empty
    stamp = stored?.stamp
  }
  return {
    value: () => value,
    async read() {
      const [stored] = await store.read<Stored>([key])
      await take(stored)
    },
    /** @throws StoreError */
    async change(toNext: Change<T>): Promise<void> {
      for (;;) {
        const next = toNext(value)
        if (next === value) return
        const made: Stored = { stamp: createId(), value: await pack(next) }
        const expected = stamp
        const outcome = await store.change<Stored, Stored | undefined | typeof written>([key], ([now]) =>
          now?.stamp === expected ? { result: written, put: [[key, made]] } : { result: now },
        )
        if (outcome === written) {
          value = next
          stamp = made.stamp
          return
        }
        // Another tab has written since: the change applies to its value.
        await take(outcome)
      }
    },
  }
}

/** @returns false when the store fails */
function accepts(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreError) return false
      throw error
    },
  )
}

/** Stores a value in clear. */
export const inClear = <T>(parse: (stored: unknown) => T): Packing<T> => ({
  pack: (value) => Promise.resolve(value),
  unpack: (stored) => Promise.resolve(parse(stored)),
})
