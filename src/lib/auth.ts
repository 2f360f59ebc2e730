import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '#contract/api.ts'
import { safeSessionStorage, type SafeStorage } from './safe-storage.ts'

/** The signed-in person, or an empty object: only `id` tells (specification §3, trap T5). */
export type CurrentUserState = CurrentUser | { id?: undefined; secondFactor?: undefined }

export interface AuthStore {
  getToken: () => string | undefined
  getUser: () => CurrentUserState
  /**
   * Whether it is known that the token is the user's: after a sign-in over another one the token is the new person's
   * already, and the user is still the old one.
   */
  isUserOfToken: () => boolean
  /** Keeps the token of a successful sign-in, in state and in sessionStorage under `token`. */
  setToken: (token: string) => void
  /** Keeps the current user, in state and in sessionStorage under `user`. */
  setUser: (user: CurrentUser) => void
  /** Forgets token and user, in all four places. */
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

const tokenKey = 'token'
const userKey = 'user'
const nobody: CurrentUserState = {}

/** The state of sign-in, over a storage that lives as long as the tab. */
export function createAuthStore(storage: SafeStorage): AuthStore {
  let user = parseUser(storage.read(userKey))
  /** The token whose user was told in this run. */
  let known: string | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    getToken: () => storage.read(tokenKey) || undefined,
    getUser: () => user,
    isUserOfToken: () => known !== undefined && known === storage.read(tokenKey),
    setToken(token) {
      storage.write(tokenKey, token)
      tell()
    },
    setUser(next) {
      user = next
      known = storage.read(tokenKey) || undefined
      storage.write(userKey, JSON.stringify(next))
      tell()
    },
    clear() {
      user = nobody
      storage.remove(tokenKey)
      storage.remove(userKey)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function parseUser(text: string | undefined): CurrentUserState {
  if (!text) return nobody
  try {
    const value: unknown = JSON.parse(text)
    const found = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    return found ? (value as CurrentUser) : nobody
  } catch {
    return nobody
  }
}

/** The app's one session. */
export const authStore = createAuthStore(safeSessionStorage)

/** Follows the signed-in person in a component. */
export function useCurrentUser(): CurrentUserState {
  return useSyncExternalStore(authStore.subscribe, authStore.getUser, () => nobody)
}
