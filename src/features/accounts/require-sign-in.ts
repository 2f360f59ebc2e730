import { redirect } from '@tanstack/react-router'
import { session } from '#lib/session.ts'

/** Guard of pages for signed-in people: without a token to the sign-in page, which leads back here (T1). */
export function requireSignIn({ location }: { location: { href: string } }): void {
  if (session.getToken() !== undefined) return
  throw redirect({ to: '/user/login', search: { redirectUrl: location.href }, replace: true })
}
