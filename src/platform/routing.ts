/**
 * Creates a route's `validateSearch` whose page gets only what `parse` returns. By itself the router passes the raw
 * values on too, so that a value which `parse` omits would reach the page unvalidated.
 */
export function onlyParsed<Search extends object>(
  parse: (input: Record<string, unknown>) => Search,
): (input: Record<string, unknown>) => Search {
  return (input) => ({ ...withoutValues(input), ...parse(input) })
}

/** Sets every parameter to undefined, which the router removes from the URL. */
function withoutValues(input: Record<string, unknown>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(input).map((key) => [key, undefined]))
}

// Paths of routes that code outside of `src/routes` navigates to.
export const Home = '/'
export const Search = '/search'
export const MyCenter = '/user/center'
export const Login = '/login'

/** The target of a navigation. */
export interface NavigationTarget {
  /** Path, query and fragment. */
  href: string
}

/**
 * The result of a guard. `redirect` leads to the path `to` with the query `search`. For `refuse` the router throws
 * {@link AccessDeniedError}, which the page's layout shows in place of the page.
 */
export type GuardResult =
  | { kind: 'allow' }
  | { kind: 'redirect'; to: string; search?: Record<string, string> }
  | { kind: 'refuse' }

/**
 * Decides whether the user may see a page. Guards only keep users from screens that are not for them. The server checks
 * permissions at every call.
 */
export type RouteGuard = (target: NavigationTarget) => GuardResult | Promise<GuardResult>

/** The user may not see the page. */
export class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedError'
}
