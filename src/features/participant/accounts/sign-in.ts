import type { LoginBody, LoginData, SmsLoginBody } from '#contract/api.ts'
import { api } from '#platform/api.ts'
import { persistentSignInStore } from '#platform/persistent-sign-in.ts'
import { authStore } from '#platform/auth.ts'
import { authChannel } from '#platform/auth-channel.ts'
import { refreshCurrentUser } from './current-user.ts'
import { setPartialSignIn } from './partial-sign-in.ts'
import { resetSignInCheck } from './require-sign-in.ts'

/** Result of a sign-in: `partial` still needs the second factor, which the sign-in page asks for. */
export type SignInResult = 'complete' | 'partial'

/**
 * Signs in by password: stores the token, then loads the current user.
 * Removes the data of an earlier user of this device.
 * @throws ApiError when the server rejects it, NetworkError without a response
 */
export async function signIn(body: LoginBody): Promise<SignInResult> {
  return continueSignIn(await api.login(body))
}

/** Signs in by a code to a mobile, and creates an account for a new number. Throws as {@link signIn}. */
export async function signInByCode(body: SmsLoginBody): Promise<SignInResult> {
  const data = await api.smsLogin(body)
  recordProof(data.token)
  return continueSignIn(data)
}

/** Signs in with the code that WeChat returned. Throws as {@link signIn}. */
export async function signInByWeixin(code: string): Promise<SignInResult> {
  return continueSignIn(await api.weixinExchange({ code }))
}

/** Completes a sign-in, or stores it until its second step. */
async function continueSignIn(data: LoginData): Promise<SignInResult> {
  if (data.secondFactor) {
    setPartialSignIn(data)
    return 'partial'
  }
  // Of an earlier attempt that was not finished.
  setPartialSignIn(undefined)
  await completeSignIn(data.token)
  return 'complete'
}

/**
 * Stores the token of a complete sign-in in the auth store and loads its user.
 * @param token absent when it is in the auth store already
 */
export async function completeSignIn(token: string | undefined): Promise<void> {
  // Responses to an earlier user must not be shown to this one.
  api.clearCache()
  if (token !== undefined) {
    authStore.setToken(token)
    // A persistent sign-in of an earlier user would be restored at the next start.
    void persistentSignInStore.remove()
  }
  await refreshCurrentUser()
}

/**
 * Makes the new sign-in persistent on this device.
 * @returns false when the device could not store it
 * @throws ApiError when the server rejects it: sign-ins of organisers are never persistent
 */
export async function persistSignIn(): Promise<boolean> {
  const token = authStore.getToken()
  const user = authStore.getUser()
  if (token === undefined || user.id === undefined) return false
  const { expiresAt } = await api.persistSignIn()
  // The user may have signed out or changed while the request was pending.
  return authStore.getToken() === token && persistentSignInStore.save({ token, user, expiresAt })
}

/** Signs out. The request to end the token on the server is not awaited. */
export function signOut(): void {
  // Sent first, because the request still needs the token. Its failure needs no handling.
  const logoutRequest = api.logout()
  clearUserData()
  logoutRequest.catch(() => undefined)
}

/**
 * Removes the user from this tab, from the other tabs and from the device. Each tab's screens subscribe to its auth
 * store.
 */
export function clearUserData(): void {
  const { id } = authStore.getUser()
  resetSignInCheck()
  authStore.clear()
  void persistentSignInStore.remove()
  if (id !== undefined) authChannel.notifySignedOut(id)
}

/** How long a sign-in by a code counts as proof of identity, in milliseconds. The server has the same limit. */
const provenForMs = 10 * 60_000

/** The last sign-in by a code, by a clock that the user cannot set. */
let proven: { token: string; atMs: number } | undefined

/** Records that this sign-in was just made by a code. */
export function recordProof(token: string): void {
  proven = { token, atMs: performance.now() }
}

/**
 * Returns whether this sign-in was made by a code so recently that the server needs no other proof of identity.
 * A reload forgets it. Then false may be wrong, and the server says whether it needs one.
 */
export function hasRecentProof(): boolean {
  if (!proven || proven.token !== authStore.getToken()) return false
  return performance.now() - proven.atMs < provenForMs
}
