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

async function continueSignIn(data: LoginData): Promise<SignInResult> {
  if (data.secondFactor) {
    setPartialSignIn(data)
    return 'partial'
  }
  setPartialSignIn(undefined)
  await completeSignIn(data.token)
  return 'complete'
}

/**
 * Stores the token of a complete sign-in in the auth store and loads its user.
 * @param token absent when it is in the auth store already
 */
export async function completeSignIn(token: string | undefined): Promise<void> {
  api.clearCache()
  if (token !== undefined) {
    authStore.setToken(token)
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

/** Removes the user from every tab (each subscribes to its auth store) and from the device. */
export function clearUserData(): void {
  const { id } = authStore.getUser()
  resetSignInCheck()
  authStore.clear()
  void persistentSignInStore.remove()
  if (id !== undefined) authChannel.notifySignedOut(id)
}

/** How long after a code the server needs no other proof, in milliseconds; the same limit as the server's. */
const provenForMs = 10 * 60_000

let proven: { token: string; atMs: number } | undefined

/** Records that this sign-in was just made by a code. */
export function recordProof(token: string): void {
  proven = { token, atMs: performance.now() }
}

/**
 * True while the server needs no other proof of identity.
 * False is uncertain, because a reload forgets it: then the server says whether it needs one.
 */
export function hasRecentProof(): boolean {
  return proven?.token === authStore.getToken() && performance.now() - (proven?.atMs ?? 0) < provenForMs
}
