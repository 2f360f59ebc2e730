import { getOwnerKey } from '../user-storage-keys.ts'
import { authStore } from '../auth.ts'
import { createStoredValue, type Aside, type StoredValue, type Packing } from './stored-value.ts'
import { sealerOf, valueStore } from './on-this-device.ts'
import { otherTabs } from './other-tabs.ts'
import { sealedFor } from './sealed-value.ts'
import { StoreError } from './store.ts'

/** A value of each person who signs in on this device. */
export interface OwnValue<T> {
  /** The value of the signed-in person; undefined for nobody. */
  find: () => StoredValue<T> | undefined
  /** Calls back after each change, of the value or of who is signed in. */
  subscribe: (onChange: () => void) => () => void
}

/** What {@link createOwnValue} needs. */
export interface OwnValueOptions<T> {
  /** Key of an owner's value; begins with `own-`, so that it is removed with everything of that person. */
  keyOf: (owner: string) => string
  empty: T
  parse: (saved: unknown) => T
  /** Where earlier versions of the app kept it in clear: it is taken over and removed. */
  asideOf: (owner: string) => Aside<T>
}

/** Keeps a value sealed for each person. Where the browser cannot seal, it lasts as long as the page does. */
export function createOwnValue<T>({ keyOf, empty, parse, asideOf }: OwnValueOptions<T>): OwnValue<T> {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let opened: { userId: string; value: StoredValue<T>; close: () => void } | undefined
  let isFollowing = false
  const follow = () => {
    if (isFollowing) return
    isFollowing = true
    authStore.subscribe(() => {
      if (!opened || opened.userId === authStore.getUser().id) return
      opened.close()
      opened = undefined
      tell()
    })
  }
  const open = (userId: string) => {
    const owner = getOwnerKey(userId)
    const packing = neverInClear(sealedFor(sealerOf(owner), parse))
    const parts = { store: valueStore, tabs: otherTabs, key: keyOf(owner), empty, aside: asideOf(owner) }
    const value = createStoredValue({ ...parts, ...packing })
    return { userId, value, close: value.subscribe(tell) }
  }
  return {
    find() {
      follow()
      const { id } = authStore.getUser()
      if (id === undefined) return undefined
      if (opened?.userId !== id) opened = open(id)
      return opened.value
    },
    subscribe(onChange) {
      follow()
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
  }
}

/** On plain http nothing can be sealed: the store is then taken for one that refuses. */
const neverInClear = <T>({ pack, unpack }: Packing<T>): Packing<T> => ({
  unpack,
  async pack(value) {
    if (!globalThis.crypto?.subtle) throw new StoreError('blocked')
    return pack(value)
  },
})
