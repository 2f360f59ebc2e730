import { Home } from '#lib/addresses.ts'
import type { Verdict } from '#lib/access.ts'
import { session } from '#lib/session.ts'
import { refreshCurrentUser } from './current-user.ts'
import { endAdmission } from './require-sign-in.ts'

/**
 * Rule of pages for organisers, after `requireSignIn`. Who cannot be known for want of a network is let in: the page
 * shows what is on this device, which only an organiser can have put there.
 */
export async function requireOrganiser(): Promise<Verdict> {
  if (session.getUser().id === undefined && (await refreshCurrentUser()) === 'refused') {
    // The specification leads home from a page that requires a sign-in which the server refuses (§2).
    endAdmission()
    return { kind: 'redirect', to: Home }
  }
  const user = session.getUser()
  return user.id === undefined || user.role === 'organiser' ? { kind: 'allow' } : { kind: 'refuse' }
}
