import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import type { CurrentUser } from '#contract/api.ts'
import { withTimeLimit } from './device-store/store.ts'

/** A sign-in that is stored on this device, and survives closing the tab. */
export interface PersistentSignIn {
  token: string
  /** The user, who is shown before the server has responded, and without network. */
  user: CurrentUser
  /** Instant at which the server ends the sign-in. */
  expiresAt: string
}

/** Stores the one persistent sign-in of this device. No operation rejects. */
export interface PersistentSignInStore {
  /** @returns undefined when there is none, it has ended, or IndexedDB does not respond within 800 ms */
  read: () => Promise<PersistentSignIn | undefined>
  /** @returns false when it could not be stored */
  save: (signIn: PersistentSignIn) => Promise<boolean>
  /**
   * Removes the sign-in.
   * @param token removes the sign-in only if it has this token, since another tab may have stored a newer one
   */
  remove: (token?: string) => Promise<void>
}

/** Timeout of the read at the start of the app, in milliseconds. */
const readTimeoutMs = 800
/** Timeout of other operations, in milliseconds. */
const writeTimeoutMs = 2000

/** Key of the one sign-in in its object store. */
const signInKey = 'kept'

/** Dependencies of the store. */
interface PersistentSignInDeps {
  /** Opens the store; may throw where IndexedDB is blocked. */
  openStore: () => UseStore
  nowMs: () => number
}

/** Creates the store, which is opened at the first use. */
export function createPersistentSignInStore({
  openStore,
  nowMs,
}: PersistentSignInDeps): PersistentSignInStore {
  let openedStore: UseStore | undefined
  const withStore = async <T>(work: (store: UseStore) => Promise<T>) => work((openedStore ??= openStore()))
  return {
    async read() {
      const stored = await withTimeLimit(withStore(readSignIn), readTimeoutMs, undefined)
      return stored && Date.parse(stored.expiresAt) > nowMs() ? stored : undefined
    },
    save: (signIn) =>
      withTimeLimit(
        withStore((store) => set(signInKey, signIn, store)).then(() => true),
        writeTimeoutMs,
        false,
      ),
    remove: (token) =>
      withTimeLimit(
        withStore(async (store) => {
          if (token === undefined || (await readSignIn(store))?.token === token) await del(signInKey, store)
        }),
        writeTimeoutMs,
        undefined,
      ),
  }
}

const readSignIn = async (store: UseStore) => toSignIn(await get<unknown>(signInKey, store))

/** Returns undefined for data of another version of the app or of a damaged store. */
function toSignIn(value: unknown): PersistentSignIn | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { token, user, expiresAt } = value as Partial<PersistentSignIn>
  const isValid = typeof token === 'string' && typeof expiresAt === 'string' && typeof user?.id === 'string'
  return isValid ? { token, user, expiresAt } : undefined
}

/** The app's persistent sign-in. */
export const persistentSignInStore = createPersistentSignInStore({
  openStore: () => createStore('sign-in', 'kv'),
  nowMs: Date.now,
})
