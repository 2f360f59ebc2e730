import { api, ApiError } from '#lib/api.ts'
import { persistentSignInStore } from '#lib/persistent-sign-in.ts'
import { authStore } from '#lib/auth.ts'

/** What the server said of the stored token. `unknown`: it could not be asked, so the person stays signed in. */
export type TokenCheck = 'valid' | 'refused' | 'unknown'

/**
 * Loads the current user for the stored token and keeps it. A refused token is forgotten, on the device as well; it is the caller who knows
 * whether sign-in is required, and navigates (specification §2).
 */
export async function refreshCurrentUser(): Promise<TokenCheck> {
  const token = authStore.getToken()
  if (token === undefined) return 'refused'
  try {
    const user = await api.currentUser()
    // Another person may have signed in, or this one out, while the answer was on its way.
    if (authStore.getToken() === token) authStore.setUser(user)
    return 'valid'
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 401)) return 'unknown'
    if (authStore.getToken() === token) authStore.clear()
    void persistentSignInStore.forget(token)
    return 'refused'
  }
}

let checking: Promise<TokenCheck> | undefined

/**
 * Asks about the token because another call met a 401: that alone signs nobody out, its answer may be old or a proxy's
 * (offline.md 2). Calls that fail together ask once.
 */
export function checkToken(): void {
  checking ??= refreshCurrentUser().finally(() => (checking = undefined))
}
