import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '#contract/api.ts'
import { safeSessionStorage, type SafeStorage } from './safe-storage.ts'
import { withTimeLimit } from './device-store/store.ts'

/** The signed-in user, or an object without `id` if nobody is signed in. */
export type CurrentUserState = CurrentUser | { id?: undefined; secondFactor?: undefined }

export interface AuthStore {
  getToken: () => string | undefined
  getUser: () => CurrentUserState
  /**
   * Returns whether the token is known to belong to the user. When a second user signs in over the first one, the token
   * changes before the user does.
   */
  isUserOfToken: () => boolean
  /** Stores the token of a successful sign-in, in state and in sessionStorage under `token`. */
  setToken: (token: string) => void
  /** Stores the current user, in state and in sessionStorage under `user`. */
  setUser: (user: CurrentUser) => void
  /** Removes token and user from state and sessionStorage. */
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

const tokenKey = 'token'
const userKey = 'user'
const anonymousUser: CurrentUserState = {}

/** Creates the auth store over a storage that lives as long as the tab. */
export function createAuthStore(storage: SafeStorage): AuthStore {
  let user = parseUser(storage.read(userKey))
  /** The token for which the user was set in this run of the app. */
  let confirmedToken: string | undefined
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    getToken: () => storage.read(tokenKey) || undefined,
    getUser: () => user,
    isUserOfToken: () => confirmedToken !== undefined && confirmedToken === storage.read(tokenKey),
    setToken(token) {
      storage.write(tokenKey, token)
      notify()
    },
    setUser(nextUser) {
      user = nextUser
      confirmedToken = storage.read(tokenKey) || undefined
      storage.write(userKey, JSON.stringify(nextUser))
      notify()
    },
    clear() {
      user = anonymousUser
      storage.remove(tokenKey)
      storage.remove(userKey)
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

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

/** Returns the signed-in user. */
export function useCurrentUser(): CurrentUserState {
  return useSyncExternalStore(authStore.subscribe, authStore.getUser, () => anonymousUser)
}

/** Timeout of the restore for a page of a signed-in user, in milliseconds. */
const limitMs = 800

let lastRestore: Promise<void> | undefined

/** Registers the restore of a user's persisted queries. */
export const trackRestore = (restoring: Promise<void>): void => void (lastRestore = restoring)

/** Settles when the user's persisted queries are restored, or after a timeout. */
export const waitForRestore = async (): Promise<void> =>
  withTimeLimit(lastRestore ?? Promise.resolve(), limitMs, undefined)
