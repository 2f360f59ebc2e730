import type { AuthStore } from '#lib/auth.ts'
import type { AuthChannel } from '#lib/auth-channel.ts'
import type { Persistence } from '../persistence/persistence.ts'

/** What following the session needs. */
export interface AuthChangeDeps {
  session: Pick<AuthStore, 'getUser' | 'getToken' | 'subscribe' | 'clear'>
  tabs: Pick<AuthChannel, 'onSignedOut'>
  persistence: Pick<Persistence, 'openPrivate' | 'forgetPrivate'>
  /** Drops what this tab holds of whoever was signed in: answers in memory, descriptions of modules. */
  forgetAnswers: () => void
  /** Removes what a person left on this device outside the snapshot. */
  removePersonal: (userId: string) => void
  /** Somebody signed in, or opened the app signed in. */
  onPerson: () => void
}

/**
 * Opens the private shelf of who signs in, and takes everything of a person off this tab when that person signs out
 * here or in another tab, is refused by the server, or gives way to another one. The order is that of offline.md 1:
 * queries, snapshot, answers, and then bodies and files, which take their time; the token is gone before.
 */
export function handleAuthChanges(parts: AuthChangeDeps): void {
  const { session, tabs, persistence } = parts
  let userId = session.getUser().id
  let hadToken = session.getToken() !== undefined
  session.subscribe(() => {
    const next = session.getUser().id
    const hasToken = session.getToken() !== undefined
    // A token may be refused before it was ever known whose it is.
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
