/** The address that a person wants to see: path, query and fragment. */
export interface NavigationTarget {
  href: string
}

/** What a rule says of a visit. A page that is refused says so, within the layout around it. */
export type GuardResult =
  | { kind: 'allow' }
  | { kind: 'redirect'; to: string; search?: Record<string, string> }
  | { kind: 'refuse' }

/**
 * Who may see a page. A rule is for people, who shall not meet screens that are not for them; what they may read and
 * write is for the server to say, on every call.
 */
export type RouteGuard = (visit: NavigationTarget) => GuardResult | Promise<GuardResult>

/** A page that is not for whoever asks for it. */
export class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedError'
}
