import { Login } from '#lib/route-paths.ts'

/** Where a person goes after signing in. */
export type RedirectTarget = { kind: 'address'; href: string } | { kind: 'back' } | { kind: 'center' }

const signInPages: readonly string[] = [Login, '/user/login']

/** True for the pages of signing in themselves: who has signed in must not land there again. */
export function isSignInPage(pathname: string): boolean {
  return signInPages.includes(pathname)
}

/**
 * A valid address of our own, else the page before when the flag asks for it and there is one, else the user centre.
 * @param asked `redirectUrl`: path and query, from the address bar and therefore from anybody
 * @param goBack the flag, only true together with a page of this app to go back to
 */
export function resolveRedirect(asked: unknown, goBack: boolean, origin: string): RedirectTarget {
  const href = findOwnAddress(asked, origin)
  if (href !== undefined) return { kind: 'address', href }
  return goBack ? { kind: 'back' } : { kind: 'center' }
}

/** Path, query and fragment of an address of this origin; undefined for every other address. */
function findOwnAddress(asked: unknown, origin: string): string | undefined {
  // A backslash or a second slash would name another host to a browser; control characters are dropped by it.
  if (typeof asked !== 'string' || !/^\/(?![/\\])/.test(asked) || /[\\\p{Cc}]/u.test(asked)) return undefined
  // The path begins with one slash, so this cannot throw.
  const address = new URL(asked, origin)
  if (address.origin !== origin || isSignInPage(address.pathname)) return undefined
  // `/x/..//host` is a path here, and what is left of it a host to whoever reads it next.
  if (address.pathname.startsWith('//')) return undefined
  return address.pathname + address.search + address.hash
}
