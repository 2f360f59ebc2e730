import type { LoginBody } from '#contract/calls.ts'
import { api } from '#lib/api.ts'
import { session } from '#lib/session.ts'
import { sessionTabs } from '#lib/session-tabs.ts'
import { refreshCurrentUser } from './current-user.ts'

/**
 * Signs in: keeps the token, then loads the current user.
 * @throws ApiError when the server refuses, NetworkError when it does not answer
 */
export async function signIn(body: LoginBody): Promise<void> {
  const { token } = await api.login(body)
  api.forget()
  session.setToken(token)
  await refreshCurrentUser()
}

/**
 * Signs out: every tab of this device forgets the person at once (the app follows the session); that the server forgets
 * the token too is tried, not awaited.
 */
export function signOut(): void {
  // Started first, since the call still needs the token; its failure leaves nothing to do.
  const told = api.logout()
  const { id } = session.getUser()
  session.clear()
  if (id !== undefined) sessionTabs.tellSignedOut(id)
  told.catch(() => undefined)
}
