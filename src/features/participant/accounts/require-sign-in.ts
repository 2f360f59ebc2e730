import { type GuardResult, type NavigationTarget, Login } from '#platform/routing.ts'
import { loadMemberTexts } from '#platform/locale.ts'
import { waitForCacheRestore, authStore } from '#platform/auth.ts'
import { api, ApiError } from '#platform/api.ts'
import { restoreSignIn, refreshCurrentUser } from './current-user.ts'

/** Path, query and fragment of the page that was admitted last; undefined after its screen has unmounted. */
let admittedHref: string | undefined

/** Resets the guard. Call it when the guarded screen unmounts or the user changes. */
export function resetSignInCheck(): void {
  admittedHref = undefined
}

/**
 * Route guard for signed-in users. Without a token in this tab, another tab or on the device, it redirects to the
 * sign-in page, which returns here. It also redirects while the sign-in needs its second factor.
 * The router runs guards twice at the start. When the server rejects the token in between, the mounted screen navigates
 * home. So the second run admits the same URL without a token, instead of redirecting to the sign-in page.
 */
export async function requireSignIn({ href }: NavigationTarget): Promise<GuardResult> {
  if (authStore.getToken() === undefined) await restoreSignIn()
  const needsSecondFactor = authStore.getUser().secondFactor !== undefined
  if (authStore.getToken() !== undefined && !needsSecondFactor) admittedHref = href
  if (admittedHref === href && !needsSecondFactor) {
    await Promise.all([loadMemberTexts(), waitForCacheRestore()])
    return { kind: 'allow' }
  }
  return { kind: 'redirect', to: '/user/login', search: { redirectUrl: href } }
}

/**
 * Token of the last user whom the server has confirmed as an employee: it is asked once per sign-in, not per
 * navigation.
 */
let admittedToken: string | undefined

/**
 * Route guard of the console, after `requireSignIn`: admits employees. A 401 leads to the sign-in page, replacing the
 * requested page, so that the back button does not lead into a loop. Without a response, only users whom this device
 * knows to be no employees are refused. Others are admitted, because the page shows nothing but what a user of the
 * console has stored on this device.
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
