import { api, ApiError } from '#lib/api.ts'
import { session } from '#lib/session.ts'

/** What the server said of the stored token. `unknown`: it could not be asked, so the person stays signed in. */
export type TokenCheck = 'valid' | 'refused' | 'unknown'

/**
 * Loads the current user for the stored token and keeps it. A refused token is forgotten; it is the caller who knows
 * whether sign-in is required, and navigates (specification §2).
 */
export async function refreshCurrentUser(): Promise<TokenCheck> {
  const token = session.getToken()
  if (token === undefined) return 'refused'
  try {
    const user = await api.currentUser()
    // Another person may have signed in, or this one out, while the answer was on its way.
    if (session.getToken() === token) session.setUser(user)
    return 'valid'
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 401)) return 'unknown'
    if (session.getToken() === token) session.clear()
    return 'refused'
  }
}
