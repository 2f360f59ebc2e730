import type { GuardResult, NavigationTarget } from '#platform/route-guard.ts'
import { Login } from '#platform/route-paths.ts'
import { api, ApiError } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'
import { refreshCurrentUser } from './current-user.ts'

/** Token that the server has confirmed as an employee's; checked once per sign-in, not at every navigation. */
let admittedToken: string | undefined

/**
 * Route guard of the console, after `requireSignIn`: admits employees.
 * A 401 leads to the sign-in page, replacing the requested page, so that the back button does not lead into a loop.
 * Offline an unknown user is admitted, unless this device knows them as no employee: the page shows only what a user
 * of the console has stored here.
 */
export async function requireEmployee({ href }: NavigationTarget): Promise<GuardResult> {
  const token = authStore.getToken()
  if (token !== undefined && token === admittedToken) return { kind: 'allow' }
  try {
    const user = await api.currentEmployee()
    if (authStore.getToken() === token) {
      authStore.setUser(user)
      admittedToken = token
    }
    return { kind: 'allow' }
  } catch (error) {
    if (error instanceof ApiError && error.needsSignIn) {
      // The sign-in page asks for the second factor once the user is known to need it.
      if (error.key === 'second_factor.required') await refreshCurrentUser()
      return { kind: 'redirect', to: Login, search: { redirectUrl: href } }
    }
    const user = authStore.getUser()
    const isKnownNonEmployee = user.id !== undefined && user.role !== 'organiser' && user.role !== 'staff'
    return isKnownNonEmployee ? { kind: 'refuse' } : { kind: 'allow' }
  }
}
