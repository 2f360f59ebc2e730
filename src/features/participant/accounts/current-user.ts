import type { CurrentUser } from '#contract/api.ts'
import { api, ApiError } from '#platform/api.ts'
import { persistentSignInStore, type PersistentSignInStore } from '#platform/persistent-sign-in.ts'
import { authStore, type AuthStore } from '#platform/auth.ts'
import { authChannel, type AuthChannel } from '#platform/auth-channel.ts'

/**
 * Result of checking the stored token. `refused`: there is none, or the server rejected it. `unknown`: the server did
 * not confirm or reject it, so the user stays signed in.
 */
type TokenCheck = 'valid' | 'refused' | 'unknown'

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

/** The check that is running. */
let checking: Promise<TokenCheck> | undefined

/**
 * Checks the token after another request got a 401. That 401 alone does not sign the user out: it may be outdated or
 * come from a proxy. Concurrent failures share one check.
 */
export function checkToken(): void {
  checking ??= refreshCurrentUser().finally(() => (checking = undefined))
}

/** How long to wait for other tabs to share their sign-in, in milliseconds; background tabs respond late. */
const tabResponseLimitMs = 200

/** Dependencies of restoring a sign-in. */
export interface RestoreDeps {
  auth: Pick<AuthStore, 'getToken' | 'setToken' | 'setUser'>
  persistentStore: Pick<PersistentSignInStore, 'read'>
  channel: Pick<AuthChannel, 'requestSignIn'>
}

/**
 * Gives a new tab the persistent sign-in of this device, or that of another tab, whichever is found first.
 * Settles within 800 ms, the time limit of the persistent store. Only pages for signed-in users wait for it.
 */
export async function restoreSignInInto({ auth, persistentStore, channel }: RestoreDeps): Promise<void> {
  if (auth.getToken() !== undefined) return
  const found = await findFirst([persistentStore.read(), channel.requestSignIn(tabResponseLimitMs)])
  // The user may have signed in since.
  if (!found || auth.getToken() !== undefined) return
  auth.setToken(found.token)
  auth.setUser(found.user)
}

/** The restore of this start of the app. */
let restoring: Promise<void> | undefined

/** Restores the app's sign-in, once per start. */
export function restoreSignIn(): Promise<void> {
  restoring ??= restoreSignInInto({
    auth: authStore,
    persistentStore: persistentSignInStore,
    channel: authChannel,
  })
  return restoring
}

/** A sign-in that a source has found; undefined when it has none. */
type FoundSignIn = { token: string; user: CurrentUser } | undefined

/** Resolves to the first sign-in found; to undefined when no source has one. */
function findFirst(sources: readonly Promise<FoundSignIn>[]): Promise<FoundSignIn> {
  const attempts = sources.map(async (source) => {
    const found = await source
    // `Promise.any` skips sources that throw.
    if (!found) throw new Error('none')
    return found
  })
  return Promise.any(attempts).catch(() => undefined)
}
