import type { GuardResult, NavigationTarget } from '#lib/route-guard.ts'
import { Login } from '#lib/route-paths.ts'
import { api, ApiError } from '#lib/api.ts'
import { authStore } from '#lib/auth.ts'
import { refreshCurrentUser } from './current-user.ts'

/** The token that the server has said is an employee's: it is asked once for each sign-in, not at every step. */
let admitted: string | undefined

/**
 * Rule of the console, after `requireSignIn`: the employee check. Its 401 leads to the sign-in, in the place of the page
 * that was asked for, so that the way back does not lead into a circle (T4). Who cannot be known for want of a network
 * is let in, unless this device knows them as somebody else: the page shows what is kept here, which only who works in
 * the console can have put there.
 */
export async function requireEmployee({ href }: NavigationTarget): Promise<GuardResult> {
  const token = authStore.getToken()
  if (token !== undefined && token === admitted) return { kind: 'allow' }
  try {
    const user = await api.currentEmployee()
    if (authStore.getToken() === token) {
      authStore.setUser(user)
      admitted = token
    }
    return { kind: 'allow' }
  } catch (error) {
    if (error instanceof ApiError && error.needsSignIn) {
      // The sign-in page asks for the second factor of a sign-in that is known to need it.
      if (error.key === 'second_factor.required') await refreshCurrentUser()
      return { kind: 'redirect', to: Login, search: { redirectUrl: href } }
    }
    const user = authStore.getUser()
    const isOther = user.id !== undefined && user.role !== 'organiser' && user.role !== 'staff'
    return isOther ? { kind: 'refuse' } : { kind: 'allow' }
  }
}
