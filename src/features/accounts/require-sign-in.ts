import { redirect } from '@tanstack/react-router'
import { session } from '#lib/session.ts'
import { restoreSignIn } from './restore-sign-in.ts'

/**
 * Guard of pages for signed-in people: without a token, in this tab, in another one or kept on the device, to the
 * sign-in page, which leads back here (T1).
 */
export async function requireSignIn({ location }: { location: { href: string } }): Promise<void> {
  if (session.getToken() === undefined) await restoreSignIn()
  if (session.getToken() !== undefined) return
  throw redirect({ to: '/user/login', search: { redirectUrl: location.href }, replace: true })
}
