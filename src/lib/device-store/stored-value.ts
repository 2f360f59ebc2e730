import { createId } from '../create-id.ts'
import { StoreError, type KeyValueStore } from './store.ts'

/** A change of a value: made twice it does no more than once, and where there is nothing to change it gives the same object. */
export type Change<T> = (before: T) => T

/** A value that is on the device's disk before it is shown. */
export interface StoredValue<T> {
  /** The same object as long as nothing changed; the empty value until the device has answered. */
  read: () => T
  /**
   * Changes what the device holds at that moment, and shows it when it is on the disk. Changes happen in the order in which
   * they were asked for. Where the device refuses, the change is shown all the same.
   */
  change: (toNext: Change<T>) => Promise<void>
  /** Settles when everything that was asked for before has happened, the first reading included. */
  untilRead: () => Promise<void>
  /** Asks the device once more, which another tab may have written to a moment ago. */
  refresh: () => Promise<void>
  /** False once the device refused: what was changed since then may last only as long as the page does. */
  isKept: () => boolean
  /** Calls back after each change, also one made in another tab. */
  subscribe: (onChange: () => void) => () => void
}

/** Where a value goes that the store refuses; what lies there joins the value as soon as the store takes it. */
export interface Aside<T> {
  /** The value with what lies here; the same object where nothing does. */
  joinTo: (value: T) => T
  /** @returns false where this place refuses, too */
  write: (next: T, before: T) => boolean
  remove: () => void
}

/** How a value lies in the store. */
export interface Packing<T> {
  /** @throws StoreError when it cannot be packed as it must be */
  pack: (value: T) => Promise<unknown>
  /** Whatever another version of the app or a damaged store left there must give a value. */
  unpack: (stored: unknown) => Promise<T>
}

/** Tells that a value may have changed outside of this tab, or that an {@link Aside} has. */
export interface OtherTabs {
  tell: (key: string) => void
  follow: (key: string, onChange: () => void) => void
}

/** What {@link createStoredValue} needs from outside. */
export interface StoredValueParts<T> extends Packing<T> {
  store: KeyValueStore
  key: string
  empty: T
  tabs: OtherTabs
  aside?: Aside<T>
}

/** As it lies on the disk. The stamp tells one writing from another: what is sealed never looks the same. */
interface Stored {
  stamp: string
  value: unknown
}

const written = Symbol('written')

/** So long a device that refused is left alone, in milliseconds: one that does not answer would hold up every tap. */
const leaveAloneMs = 10_000

/** Keeps one value; the device is asked at the first use. */
export function createStoredValue<T>(parts: StoredValueParts<T>): StoredValue<T> {
  const { empty, tabs, key, aside } = parts
  const listeners = new Set<() => void>()
  const disk = createDiskCopy(parts)
  /** What the store has refused so far. */
  let refused: Change<T>[] = []
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
    refused.reduce((before, toNext) => toNext(before), aside ? aside.joinTo(value) : value)
  /** The device is asked once more: it may answer again, and another tab may have changed what lies there. */
  const look = async () => {
    isRefusing = !((await accepts(disk.read())) && (await accepts(disk.change(join))))
    if (isRefusing) {
      refusedAtMs = Date.now()
      return show(join(shown), isKept)
    }
    refused = []
    aside?.remove()
    show(disk.value(), true)
  }
  const change = async (toNext: Change<T>) => {
    if (isRefusing && Date.now() - refusedAtMs >= leaveAloneMs) await look()
    const before = disk.value()
    if (!isRefusing && !(await accepts(disk.change(toNext)))) {
      isRefusing = true
      refusedAtMs = Date.now()
    }
    if (!isRefusing) {
      show(disk.value(), isKept)
      if (disk.value() !== before) tabs.tell(key)
      return
    }
    refused.push(toNext)
    const next = join(shown)
    if (next !== shown) show(next, aside?.write(next, shown) ?? false)
  }
  const begin = (): Promise<void> => {
    if (last) return last
    tabs.follow(key, () => void inTurn(look))
    return (last = look())
  }
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = begin().then(work)
    last = done.catch(() => undefined)
    return done
  }
  return {
    read() {
      void begin()
      return shown
    },
    change: (toNext) => inTurn(() => change(toNext)),
    untilRead: () => inTurn(async () => undefined),
    refresh: () => inTurn(look),
    isKept: () => isKept,
    subscribe(onChange) {
      void begin()
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/** What the disk holds, as it was seen or written last. */
function createDiskCopy<T>({ store, key, empty, pack, unpack }: StoredValueParts<T>) {
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
        // Another tab was faster: what it wrote is changed instead.
        await take(outcome)
      }
    },
  }
}

/** @returns false where the device refuses */
function accepts(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreError) return false
      throw error
    },
  )
}

/** Lies as it is. */
export const inClear = <T>(parse: (stored: unknown) => T): Packing<T> => ({
  pack: (value) => Promise.resolve(value),
  unpack: (stored) => Promise.resolve(parse(stored)),
})
