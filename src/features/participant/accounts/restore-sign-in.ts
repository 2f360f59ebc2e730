import type { CurrentUser } from '#contract/api.ts'
import { persistentSignInStore, type PersistentSignInStore } from '#platform/persistent-sign-in.ts'
import { authStore as appAuthStore, type AuthStore } from '#platform/auth.ts'
import { authChannel, type AuthChannel } from '#platform/auth-channel.ts'

/** How long to wait for other tabs to share their sign-in, in milliseconds; background tabs respond late. */
const tabResponseLimitMs = 200

/** What restoring needs from outside. */
export interface RestoreDeps {
  auth: Pick<AuthStore, 'getToken' | 'setToken' | 'setUser'>
  persistentStore: Pick<PersistentSignInStore, 'read'>
  channel: Pick<AuthChannel, 'requestSignIn'>
}

/**
 * Gives a new tab the persistent sign-in of this device, or that of another tab, whichever is found first.
 * Settles within 800 ms. Only pages for signed-in users wait for it.
 */
export async function restoreSignInInto({ auth, persistentStore, channel }: RestoreDeps): Promise<void> {
  if (auth.getToken() !== undefined) return
  const found = await findFirst([persistentStore.read(), channel.requestSignIn(tabResponseLimitMs)])
  // The user may have signed in since.
  if (!found || auth.getToken() !== undefined) return
  auth.setToken(found.token)
  auth.setUser(found.user)
}

let restoring: Promise<void> | undefined

/** Restores the app's sign-in, once per start. */
export function restoreSignIn(): Promise<void> {
  restoring ??= restoreSignInInto({
    auth: appAuthStore,
    persistentStore: persistentSignInStore,
    channel: authChannel,
  })
  return restoring
}

type FoundSignIn = { token: string; user: CurrentUser } | undefined

/** Resolves to the first sign-in found; to undefined when no source has one. */
function findFirst(sources: readonly Promise<FoundSignIn>[]): Promise<FoundSignIn> {
  const attempts = sources.map(async (source) => {
    const found = await source
    if (!found) throw new Error('none')
    return found
  })
  return Promise.any(attempts).catch(() => undefined)
}
