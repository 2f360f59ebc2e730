import type { LoginBody, LoginData, SmsLoginBody } from '#contract/api.ts'
import { api } from '#lib/api.ts'
import { persistentSignInStore } from '#lib/persistent-sign-in.ts'
import { authStore } from '#lib/auth.ts'
import { authChannel } from '#lib/auth-channel.ts'
import { refreshCurrentUser } from './current-user.ts'
import { setPartialSignIn } from './partial-sign-in.ts'
import { recordProof } from './recent-proof.ts'
import { resetSignInCheck } from './require-sign-in.ts'

/** What came of a sign-in: `partial` still needs the second factor, which the sign-in page asks for. */
export type SignInResult = 'complete' | 'partial'

/**
 * Signs in by password: keeps the token, then loads the current user. What an earlier person kept on this device goes:
 * the last sign-in wins.
 * @throws ApiError when the server refuses, NetworkError when it does not answer
 */
export async function signIn(body: LoginBody): Promise<SignInResult> {
  return begin(await api.login(body))
}

/** Signs in by a code to a mobile; who has no account yet gets one by it. Throws as {@link signIn}. */
export async function signInByCode(body: SmsLoginBody): Promise<SignInResult> {
  const data = await api.smsLogin(body)
  recordProof(data.token)
  return begin(data)
}

/** Signs in by what WeChat led back with. Throws as {@link signIn}. */
export async function signInByWeixin(code: string): Promise<SignInResult> {
  return begin(await api.weixinExchange({ code }))
}

async function begin(data: LoginData): Promise<SignInResult> {
  if (data.secondFactor) {
    setPartialSignIn(data)
    return 'partial'
  }
  setPartialSignIn(undefined)
  await completeSignIn(data.token)
  return 'complete'
}

/**
 * Makes a sign-in that needs nothing more the session's, and loads its person.
 * @param token absent where it is the session's already
 */
export async function completeSignIn(token: string | undefined): Promise<void> {
  api.forget()
  if (token !== undefined) {
    authStore.setToken(token)
    void persistentSignInStore.forget()
  }
  await refreshCurrentUser()
}

/**
 * Keeps the fresh sign-in on this device beyond its tab.
 * @returns false when this device could not keep it
 * @throws ApiError when the server refuses: an organiser's is never kept
 */
export async function persistSignIn(): Promise<boolean> {
  const token = authStore.getToken()
  const user = authStore.getUser()
  if (token === undefined || user.id === undefined) return false
  const { expiresAt } = await api.keepSignIn()
  // Signed out, or somebody else, while the answer was on its way.
  return authStore.getToken() === token && persistentSignInStore.keep({ token, user, expiresAt })
}

/** Signs out; that the server forgets the token too is tried, not awaited. */
export function signOut(): void {
  // Started first, since the call still needs the token; its failure leaves nothing to do.
  const told = api.logout()
  clearUserData()
  told.catch(() => undefined)
}

/** Every tab of this device forgets the person at once (the app follows the session), and so does the device. */
export function clearUserData(): void {
  const { id } = authStore.getUser()
  resetSignInCheck()
  authStore.clear()
  void persistentSignInStore.forget()
  if (id !== undefined) authChannel.tellSignedOut(id)
}
