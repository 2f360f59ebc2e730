import type { SessionStore } from '#lib/session.ts'
import type { SessionTabs } from '#lib/session-tabs.ts'
import type { Persistence } from '../persistence/persistence.ts'

/** What following the session needs. */
export interface SessionFollower {
  session: Pick<SessionStore, 'getUser' | 'subscribe' | 'clear'>
  tabs: Pick<SessionTabs, 'onSignedOut'>
  persistence: Pick<Persistence, 'openPrivate' | 'forgetPrivate'>
  /** Drops what the http client remembers of a person. */
  forgetAnswers: () => void
}

/**
 * Opens the private shelf of who signs in, and takes everything of a person off this tab when that person signs out
 * here or in another tab, is refused by the server, or gives way to another one.
 */
export function followSession({ session, tabs, persistence, forgetAnswers }: SessionFollower): void {
  let userId = session.getUser().id
  session.subscribe(() => {
    const next = session.getUser().id
    if (next === userId) return
    if (userId !== undefined) {
      persistence.forgetPrivate()
      forgetAnswers()
    }
    userId = next
    if (next !== undefined) persistence.openPrivate(next)
  })
  tabs.onSignedOut((signedOut) => {
    if (signedOut === userId) session.clear()
  })
}
