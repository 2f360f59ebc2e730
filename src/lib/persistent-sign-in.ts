import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import type { CurrentUser } from '#contract/api.ts'
import { withTimeLimit } from './time-limit.ts'

/** A sign-in that its person keeps on this device. sessionStorage ends with its tab; this does not (offline.md 2). */
export interface PersistentSignIn {
  token: string
  /** Whose it is; shown before the server has answered, and without network. */
  user: CurrentUser
  /** When it ends by the server's word, ISO 8601. */
  expiresAt: string
}

/** The one sign-in kept on this device. */
export interface PersistentSignInStore {
  /** @returns undefined when none is kept, it has ended, or IndexedDB does not answer within 800 ms */
  read: () => Promise<PersistentSignIn | undefined>
  /** @returns false when it could not be kept */
  keep: (signIn: PersistentSignIn) => Promise<boolean>
  /** Forgets what is kept; with a token only that one, since another tab may have kept a newer one. */
  forget: (token?: string) => Promise<void>
}

/** The longest that a start waits for IndexedDB, in milliseconds (offline.md 2). */
const readLimitMs = 800
/** The longest that anything else waits for it, in milliseconds (offline.md 1). */
const writeLimitMs = 2000

const key = 'kept'

/** What keeping needs from outside. */
export interface PersistentSignInDeps {
  /** Opens the store; may throw where IndexedDB is blocked. */
  openStore: () => UseStore
  nowMs: () => number
}

/** Makes the place of the kept sign-in, which is opened at the first use. */
export function createPersistentSignInStore({
  openStore,
  nowMs,
}: PersistentSignInDeps): PersistentSignInStore {
  let opened: UseStore | undefined
  const withStore = async <T>(work: (store: UseStore) => Promise<T>) => work((opened ??= openStore()))
  return {
    async read() {
      const kept = await withTimeLimit(withStore(find), readLimitMs, undefined)
      return kept && Date.parse(kept.expiresAt) > nowMs() ? kept : undefined
    },
    keep: (signIn) =>
      withTimeLimit(
        withStore((store) => set(key, signIn, store)).then(() => true),
        writeLimitMs,
        false,
      ),
    forget: (token) =>
      withTimeLimit(
        withStore(async (store) => {
          if (token === undefined || (await find(store))?.token === token) await del(key, store)
        }),
        writeLimitMs,
        undefined,
      ),
  }
}

const find = async (store: UseStore) => toKept(await get<unknown>(key, store))

/** What another version of the app or a damaged store holds under the key is none. */
function toKept(value: unknown): PersistentSignIn | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { token, user, expiresAt } = value as Partial<PersistentSignIn>
  const isKept = typeof token === 'string' && typeof expiresAt === 'string' && typeof user?.id === 'string'
  return isKept ? { token, user, expiresAt } : undefined
}

/** The app's one kept sign-in. */
export const persistentSignInStore = createPersistentSignInStore({
  openStore: () => createStore('sign-in', 'kv'),
  nowMs: Date.now,
})
