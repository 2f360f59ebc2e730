import type { GuardResult, NavigationTarget } from '#platform/route-guard.ts'
import { loadMemberTexts } from '#platform/locale.ts'
import { waitForRestore } from '#platform/restoring.ts'
import { authStore } from '#platform/auth.ts'
import { restoreSignIn } from './restore-sign-in.ts'

/** The URL that was admitted last, as long as its screen is mounted. */
let admittedHref: string | undefined

/** Resets the guard. Call it when the guarded screen unmounts or the user changes. */
export function resetSignInCheck(): void {
  admittedHref = undefined
}

/**
 * Route guard for signed-in users. Without a token in this tab, another tab or on the device, it redirects to the
 * sign-in page, which returns here. It also redirects while the sign-in needs its second factor.
 * The router runs guards twice at the start. When the server rejects the token in between, the mounted screen navigates
 * home, and this guard must not redirect to the sign-in page.
 */
export async function requireSignIn({ href }: NavigationTarget): Promise<GuardResult> {
  if (authStore.getToken() === undefined) await restoreSignIn()
  const needsSecondFactor = authStore.getUser().secondFactor !== undefined
  if (authStore.getToken() !== undefined && !needsSecondFactor) admittedHref = href
  if (admittedHref === href && !needsSecondFactor) {
    await Promise.all([loadMemberTexts(), waitForRestore()])
    return { kind: 'allow' }
  }
  return { kind: 'redirect', to: '/user/login', search: { redirectUrl: href } }
}
