/** The target of a navigation: path, query and fragment. */
export interface NavigationTarget {
  href: string
}

/** The result of a guard. A denied page shows so within its layout. */
export type GuardResult =
  | { kind: 'allow' }
  | { kind: 'redirect'; to: string; search?: Record<string, string> }
  | { kind: 'refuse' }

/**
 * Decides whether the user may see a page. Guards only keep users from screens that are not for them. The server checks
 * permissions at every call.
 */
export type RouteGuard = (visit: NavigationTarget) => GuardResult | Promise<GuardResult>

/** The user may not see the page. */
export class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedError'
}
