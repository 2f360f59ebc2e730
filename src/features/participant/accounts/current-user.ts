import { api, ApiError } from '#platform/api.ts'
import { persistentSignInStore } from '#platform/persistent-sign-in.ts'
import { authStore } from '#platform/auth.ts'

/** Result of checking the stored token. `unknown`: the server did not respond, so the user stays signed in. */
export type TokenCheck = 'valid' | 'refused' | 'unknown'

/**
 * Loads the current user for the stored token and stores them.
 * A rejected token is deleted, also on the device. The caller knows whether the page requires a sign-in, and navigates.
 */
export async function refreshCurrentUser(): Promise<TokenCheck> {
  const token = authStore.getToken()
  if (token === undefined) return 'refused'
  try {
    const user = await api.currentUser()
    // The user may have changed while the request was pending.
    if (authStore.getToken() === token) authStore.setUser(user)
    return 'valid'
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 401)) return 'unknown'
    if (authStore.getToken() === token) authStore.clear()
    void persistentSignInStore.remove(token)
    return 'refused'
  }
}

let checking: Promise<TokenCheck> | undefined

/**
 * Checks the token after another request got a 401. That 401 alone does not sign the user out: it may be outdated or
 * come from a proxy. Concurrent failures share one check.
 */
export function checkToken(): void {
  checking ??= refreshCurrentUser().finally(() => (checking = undefined))
}
