import type { CurrentUser } from '#contract/api.ts'
import { persistentSignInStore, type PersistentSignInStore } from '#lib/persistent-sign-in.ts'
import { authStore as appSession, type AuthStore } from '#lib/auth.ts'
import { authChannel, type AuthChannel } from '#lib/auth-channel.ts'

/** How long to wait for other tabs to share their sign-in, in milliseconds; background tabs answer late. */
const tabsAnswerMs = 200

/** What restoring needs from outside. */
export interface RestoreDeps {
  session: Pick<AuthStore, 'getToken' | 'setToken' | 'setUser'>
  persistent: Pick<PersistentSignInStore, 'read'>
  tabs: Pick<AuthChannel, 'requestSignIn'>
}

/**
 * Gives a new tab the persistent sign-in of this device, or that of another tab, whichever is found first.
 * Settles within 800 ms. Only pages for signed-in users wait for it.
 */
export async function restoreSignInInto({ session, persistent, tabs }: RestoreDeps): Promise<void> {
  if (session.getToken() !== undefined) return
  const found = await findFirst([persistent.read(), tabs.requestSignIn(tabsAnswerMs)])
  // The user may have signed in since.
  if (!found || session.getToken() !== undefined) return
  session.setToken(found.token)
  session.setUser(found.user)
}

let restoring: Promise<void> | undefined

/** Restores the app's sign-in, once per start. */
export function restoreSignIn(): Promise<void> {
  restoring ??= restoreSignInInto({
    session: appSession,
    persistent: persistentSignInStore,
    tabs: authChannel,
  })
  return restoring
}

type Found = { token: string; user: CurrentUser } | undefined

/** Resolves to the first sign-in found; to undefined when no source has one. */
function findFirst(sources: readonly Promise<Found>[]): Promise<Found> {
  const attempts = sources.map(async (source) => {
    const found = await source
    if (!found) throw new Error('none')
    return found
  })
  return Promise.any(attempts).catch(() => undefined)
}
