import { createStore, useSelector, type Store } from '@tanstack/react-store'
import type { CurrentUser } from '#contract/api.ts'
import { safeSessionStorage, type SafeStorage } from './safe-storage.ts'
import { withTimeLimit } from './device-store/store.ts'

/** The signed-in user, or an object without `id` if nobody is signed in. */
export type CurrentUserState = CurrentUser | { id?: undefined; secondFactor?: undefined }

/** What the store has in memory. The token itself is read from sessionStorage each time. */
interface AuthState {
  user: CurrentUserState
  /**
   * The token that was current when `setUser` was called last; undefined before, also with a user from sessionStorage.
   */
  confirmedToken: string | undefined
}

/** The sign-in of this tab. */
export interface AuthStore {
  /** Returns the token of the sign-in; undefined when there is none. */
  getToken: () => string | undefined
  getUser: () => CurrentUserState
  /**
   * Returns whether the token is known to belong to the user of `getUser`. False between `setToken` and `setUser`: when a
   * second user signs in over the first one, the token changes before the user does.
   */
  isUserOfToken: () => boolean
  /** Stores the token of a successful sign-in, in state and in sessionStorage under `token`. */
  setToken: (token: string) => void
  /** Stores the current user, in state and in sessionStorage under `user`. */
  setUser: (user: CurrentUser) => void
  /** Removes token and user from state and sessionStorage. */
  clear: () => void
  /** The state behind {@link useCurrentUser}. */
  store: Store<AuthState>
  /** Calls back after each change of token or user. Returns the function that ends it. */
  subscribe: (listener: () => void) => () => void
}

// Keys in sessionStorage.
const tokenKey = 'token'
const userKey = 'user'
const anonymousUser: CurrentUserState = {}

/**
 * Creates the auth store. The user is read from the storage once, the token at each use.
 * @param storage lives as long as the tab
 */
export function createAuthStore(storage: SafeStorage): AuthStore {
  const store = createStore<AuthState>({ user: parseUser(storage.read(userKey)), confirmedToken: undefined })
  return {
    // An empty token in the storage counts as none.
    getToken: () => storage.read(tokenKey) || undefined,
    getUser: () => store.state.user,
    isUserOfToken() {
      const { confirmedToken } = store.state
      return confirmedToken !== undefined && confirmedToken === storage.read(tokenKey)
    },
    setToken(token) {
      storage.write(tokenKey, token)
      // The state is a new object, so that subscribers hear of the new token.
      store.setState((state) => ({ ...state }))
    },
    setUser(user) {
      storage.write(userKey, JSON.stringify(user))
      store.setState(() => ({ user, confirmedToken: storage.read(tokenKey) || undefined }))
    },
    clear() {
      storage.remove(tokenKey)
      storage.remove(userKey)
      store.setState(({ confirmedToken }) => ({ user: anonymousUser, confirmedToken }))
    },
    store,
    subscribe: (listener) => store.subscribe(listener).unsubscribe,
  }
}

/** Parses the stored user. Damaged data, or data without an id, counts as nobody. */
function parseUser(text: string | undefined): CurrentUserState {
  if (!text) return anonymousUser
  try {
    const value: unknown = JSON.parse(text)
    const isUser =
      typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    return isUser ? (value as CurrentUser) : anonymousUser
  } catch {
    return anonymousUser
  }
}

/** The app's auth store. */
export const authStore = createAuthStore(safeSessionStorage)

/** Returns the signed-in user, or an object without `id`. Re-renders when the user changes. */
export function useCurrentUser(): CurrentUserState {
  return useSelector(authStore.store, ({ user }) => user)
}

/** Longest time that a page waits for the restore, in milliseconds. After it the page starts without persisted data. */
const maxRestoreWaitMs = 800

/** Undefined before a user has signed in. */
let lastRestore: Promise<void> | undefined

/**
 * Registers the running restore of a user's persisted queries. Persistence calls this at the start and after a sign-in.
 */
export const trackCacheRestore = (restoring: Promise<void>): void => void (lastRestore = restoring)

/** Settles when the user's persisted queries are restored, or after {@link maxRestoreWaitMs}. Never rejects. */
export const waitForCacheRestore = async (): Promise<void> =>
  withTimeLimit(lastRestore ?? Promise.resolve(), maxRestoreWaitMs, undefined)
