import { Login } from '#platform/routing.ts'

/** Where the app navigates after signing in. */
type RedirectTarget = { kind: 'address'; href: string } | { kind: 'back' } | { kind: 'center' }

const signInPages: readonly string[] = [Login, '/user/login']

/** True for the sign-in pages, which are no destination after signing in. */
export function isSignInPage(pathname: string): boolean {
  return signInPages.includes(pathname)
}

/**
 * Resolves the destination after signing in: a valid URL of this app, else the previous page when `goBack` is set, else
 * the user centre.
 * @param requested `redirectUrl`: path and query from the address bar, so untrusted
 * @param goBack only true when there is a previous page of this app
 */
export function resolveRedirect(requested: unknown, goBack: boolean, origin: string): RedirectTarget {
  const href = toSafeHref(requested, origin)
  if (href !== undefined) return { kind: 'address', href }
  return goBack ? { kind: 'back' } : { kind: 'center' }
}

/** Returns path, query and fragment of a URL of this origin; undefined for any other URL. */
function toSafeHref(value: unknown, origin: string): string | undefined {
  // A backslash or a second slash names another host; browsers drop control characters.
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || /[\\\p{Cc}]/u.test(value)) return undefined
  // The path begins with one slash, so this cannot throw.
  const url = new URL(value, origin)
  if (url.origin !== origin || isSignInPage(url.pathname)) return undefined
  // `/x/..//host` is a path here, but what remains is a host when it is parsed again.
  if (url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
