import type { GuardResult, NavigationTarget } from '#lib/route-guard.ts'
import { loadMemberTexts } from '#lib/locale.ts'
import { untilRestored } from '#lib/restoring.ts'
import { authStore } from '#lib/auth.ts'
import { restoreSignIn } from './restore-sign-in.ts'

/** The address that was let in last, as long as its screen stands. */
let admitted: string | undefined

/** To be called when the guarded screen goes, or its person. */
export function resetSignInCheck(): void {
  admitted = undefined
}

/**
 * Rule of pages for signed-in people: without a token, in this tab, in another one or kept on the device, to the
 * sign-in page, which leads back here (T1). So does a sign-in that is known to need its second factor.
 * The router asks twice at a start: when the server refuses the token in between, the screen that is coming leads home
 * (specification §2), and not this rule to the sign-in page.
 */
export async function requireSignIn({ href }: NavigationTarget): Promise<GuardResult> {
  if (authStore.getToken() === undefined) await restoreSignIn()
  const needsStep = authStore.getUser().secondFactor !== undefined
  if (authStore.getToken() !== undefined && !needsStep) admitted = href
  if (admitted === href && !needsStep) {
    await Promise.all([loadMemberTexts(), untilRestored()])
    return { kind: 'allow' }
  }
  return { kind: 'redirect', to: '/user/login', search: { redirectUrl: href } }
}
