import { getOwnerKey } from '../user-storage-keys.ts'
import { authStore } from '../auth.ts'
import {
  createStoredValue,
  type FallbackStorage,
  type StoredValue,
  type Packing,
  otherTabs,
  sealedPacking,
} from './stored-value.ts'
import { getSealer, valueStore } from './on-this-device.ts'
import { StoreError } from './store.ts'

/** A value that each user who signs in on this device has for themselves, such as recent searches. */
export interface OwnValue<T> {
  /** Returns the value of the signed-in user; undefined when nobody is signed in. */
  find: () => StoredValue<T> | undefined
  /** Calls back after each change of the value or of the user. */
  subscribe: (onChange: () => void) => () => void
}

/** Options of {@link createOwnValue}. */
interface OwnValueOptions<T> {
  /** Returns the key of an owner's value. It starts with `own-`, by which it is removed with the user's data. */
  getKey: (owner: string) => string
  /** The value of a user who has stored none. */
  empty: T
  /** Must return a value for any data, also from another version of the app. */
  parse: (stored: unknown) => T
  /** Creates the storage of earlier versions of the app, which stored the value in clear. It is moved from there. */
  createFallback: (owner: string) => FallbackStorage<T>
}

/** Stores a value sealed for each user. Where the browser cannot seal, it lasts as long as the page. */
export function createOwnValue<T>({ getKey, empty, parse, createFallback }: OwnValueOptions<T>): OwnValue<T> {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  /** The value of the user who was signed in at the last use. `close` ends its subscription. */
  let openedValue: { userId: string; value: StoredValue<T>; close: () => void } | undefined
  // Own values are created when their file is imported. They subscribe to the user at the first use.
  let isWatchingUser = false
  const watchUser = () => {
    if (isWatchingUser) return
    isWatchingUser = true
    authStore.subscribe(() => {
      if (!openedValue || openedValue.userId === authStore.getUser().id) return
      openedValue.close()
      openedValue = undefined
      notify()
    })
  }
  const open = (userId: string) => {
    const owner = getOwnerKey(userId)
    const packing = requireSealing(sealedPacking(getSealer(owner), parse))
    const deps = {
      store: valueStore,
      tabs: otherTabs,
      key: getKey(owner),
      empty,
      fallback: createFallback(owner),
    }
    const value = createStoredValue({ ...deps, ...packing })
    return { userId, value, close: value.subscribe(notify) }
  }
  return {
    find() {
      watchUser()
      const { id } = authStore.getUser()
      if (id === undefined) return undefined
      if (openedValue?.userId !== id) openedValue = open(id)
      return openedValue.value
    },
    subscribe(onChange) {
      watchUser()
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
  }
}

/** Makes writes fail on plain http, where nothing can be sealed, instead of storing the value in clear. */
const requireSealing = <T>({ pack, unpack }: Packing<T>): Packing<T> => ({
  unpack,
  async pack(value) {
    if (!globalThis.crypto?.subtle) throw new StoreError('blocked')
    return pack(value)
  },
})
