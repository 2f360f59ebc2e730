import type { CurrentUser } from '#contract/api.ts'
import { persistentSignInStore, type PersistentSignInStore } from '#lib/persistent-sign-in.ts'
import { authStore as appSession, type AuthStore } from '#lib/auth.ts'
import { authChannel, type AuthChannel } from '#lib/auth-channel.ts'

/** How long other tabs may take to hand over their sign-in, in milliseconds: those in the background answer late. */
const tabsAnswerMs = 200

/** What restoring needs from outside; the app's own parts when absent. */
export interface RestoreDeps {
  session: Pick<AuthStore, 'getToken' | 'setToken' | 'setUser'>
  kept: Pick<PersistentSignInStore, 'read'>
  tabs: Pick<AuthChannel, 'askForSignIn'>
}

/**
 * Gives a new tab the sign-in kept on this device, or that of another tab, whichever is there first. Settles within
 * 800 ms; only pages for signed-in people wait for it.
 */
export async function restoreSignInInto({ session, kept, tabs }: RestoreDeps): Promise<void> {
  if (session.getToken() !== undefined) return
  const found = await firstFound([kept.read(), tabs.askForSignIn(tabsAnswerMs)])
  // The person may have signed in meanwhile.
  if (!found || session.getToken() !== undefined) return
  session.setToken(found.token)
  session.setUser(found.user)
}

let restoring: Promise<void> | undefined

/** Restores the app's sign-in, once for each start. */
export function restoreSignIn(): Promise<void> {
  restoring ??= restoreSignInInto({ session: appSession, kept: persistentSignInStore, tabs: authChannel })
  return restoring
}

type Found = { token: string; user: CurrentUser } | undefined

/** The first that is found; undefined when all have said that there is none. */
function firstFound(places: readonly Promise<Found>[]): Promise<Found> {
  const sought = places.map(async (place) => {
    const found = await place
    if (!found) throw new Error('none')
    return found
  })
  return Promise.any(sought).catch(() => undefined)
}
