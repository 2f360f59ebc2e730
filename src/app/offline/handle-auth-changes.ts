import type { AuthStore } from '#lib/auth.ts'
import type { AuthChannel } from '#lib/auth-channel.ts'
import type { Persistence } from '../persistence/persistence.ts'

/** Dependencies of {@link handleAuthChanges}. */
export interface AuthChangeDeps {
  session: Pick<AuthStore, 'getUser' | 'getToken' | 'subscribe' | 'clear'>
  tabs: Pick<AuthChannel, 'onSignedOut'>
  persistence: Pick<Persistence, 'openPrivate' | 'forgetPrivate'>
  /** Removes the user's data from memory: cached responses and metadata. */
  forgetAnswers: () => void
  /** Removes the user's data on this device, except for the persisted cache. */
  removePersonal: (userId: string) => void
  /** Called when a user signs in, or opens the app signed in. */
  onPerson: () => void
}

/**
 * Opens the private cache of a user who signs in. Removes a user's data from this tab at a sign-out here or in another
 * tab, when the server refuses the token, or when another user signs in. The token goes first, then queries, persisted
 * cache and responses; contents and files follow, since they take longer.
 */
export function handleAuthChanges(parts: AuthChangeDeps): void {
  const { session, tabs, persistence } = parts
  let userId = session.getUser().id
  let hadToken = session.getToken() !== undefined
  session.subscribe(() => {
    const next = session.getUser().id
    const hasToken = session.getToken() !== undefined
    // The token may be refused before its user is known.
    if ((userId !== undefined && next !== userId) || (hadToken && !hasToken)) {
      persistence.forgetPrivate()
      parts.forgetAnswers()
      if (userId !== undefined) parts.removePersonal(userId)
    }
    hadToken = hasToken
    if (next === userId) return
    userId = next
    if (next === undefined) return
    persistence.openPrivate(next)
    parts.onPerson()
  })
  tabs.onSignedOut((signedOut) => {
    if (signedOut === userId) session.clear()
  })
}
