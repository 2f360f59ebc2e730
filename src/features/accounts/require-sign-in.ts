import { redirect } from '@tanstack/react-router'
import { session } from '#lib/session.ts'
import { restoreSignIn } from './restore-sign-in.ts'

/** The address that was let in last, as long as its screen stands. */
let admitted: string | undefined

/** To be called when the guarded screen goes. */
export function endAdmission(): void {
  admitted = undefined
}

/**
 * Guard of pages for signed-in people: without a token, in this tab, in another one or kept on the device, to the
 * sign-in page, which leads back here (T1).
 * The router asks twice at a start: when the server refuses the token in between, the screen that is coming leads home
 * (specification §2), and not the guard to the sign-in page.
 */
export async function requireSignIn({ location }: { location: { href: string } }): Promise<void> {
  if (session.getToken() === undefined) await restoreSignIn()
  if (session.getToken() !== undefined) admitted = location.href
  if (admitted === location.href) return
  throw redirect({ to: '/user/login', search: { redirectUrl: location.href }, replace: true })
}
