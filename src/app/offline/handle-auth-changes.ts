import type { AuthStore } from '#platform/auth.ts'
import type { AuthChannel } from '#platform/auth-channel.ts'
import type { Persistence } from '../persistence/persistence.ts'

/** Dependencies of {@link handleAuthChanges}. */
interface AuthChangeDeps {
  authStore: Pick<AuthStore, 'getUser' | 'getToken' | 'subscribe' | 'clear'>
  tabs: Pick<AuthChannel, 'onSignedOut'>
  persistence: Pick<Persistence, 'openPrivate' | 'forgetPrivate'>
  /** Removes the user's data from memory: cached responses and metadata. */
  clearResponses: () => void
  /** Removes the user's data on this device, except for the persisted cache. */
  removeUserData: (userId: string) => void
  /** Called when a user signs in, or opens the app signed in. */
  onSignedIn: () => void
}

/**
 * Opens the private cache of a user who signs in. Removes a user's data from this tab at a sign-out here or in another
 * tab, when the server refuses the token, or when another user signs in. The token has gone before. Queries, persisted
 * cache and responses go at once; contents and files follow, since they take longer.
 */
export function handleAuthChanges(deps: AuthChangeDeps): void {
  const { authStore, tabs, persistence } = deps
  let userId = authStore.getUser().id
  let hadToken = authStore.getToken() !== undefined
  authStore.subscribe(() => {
    const nextUserId = authStore.getUser().id
    const hasToken = authStore.getToken() !== undefined
    // A token without a user can also go: the server may refuse it before it has said whose it is.
    if ((userId !== undefined && nextUserId !== userId) || (hadToken && !hasToken)) {
      persistence.forgetPrivate()
      deps.clearResponses()
      if (userId !== undefined) deps.removeUserData(userId)
    }
    hadToken = hasToken
    if (nextUserId === userId) return
    userId = nextUserId
    if (nextUserId === undefined) return
    persistence.openPrivate(nextUserId)
    deps.onSignedIn()
  })
  tabs.onSignedOut((signedOutUserId) => {
    if (signedOutUserId === userId) authStore.clear()
  })
}
