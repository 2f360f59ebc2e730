import { redirect } from '@tanstack/react-router'
import { AccessDeniedError, type RouteGuard, type NavigationTarget } from '#platform/routing.ts'
import type { FileRoutesByTo } from '../routeTree.gen.ts'

/**
 * Creates `beforeLoad` of a route from guards: `beforeLoad: guardWith(requireSignIn)`. Guards run in their order, and the
 * first that does not allow the navigation decides. Child routes are guarded too.
 */
export function guardWith(...guards: readonly RouteGuard[]) {
  return async ({ location }: { location: NavigationTarget }): Promise<void> => {
    for (const guard of guards) {
      const result = await guard(location)
      if (result.kind === 'refuse') throw new AccessDeniedError(location.href)
      // Replaces the history entry, so that going back does not lead to the guarded page again.
      if (result.kind === 'redirect')
        throw redirect({ to: result.to, search: result.search ?? {}, replace: true })
    }
  }
}

/** A path of the app without parameters, such as `/user/login`. */
type FixedAddress = Exclude<keyof FileRoutesByTo, `${string}$${string}`>

/**
 * Declares in the route table that an address leads to another one: `beforeLoad: redirectTo('/user/login')`. Query and
 * fragment are preserved. The new address replaces the old one in the browser's history.
 */
export function redirectTo(address: FixedAddress) {
  return ({ location }: { location: { searchStr: string; hash: string } }): never => {
    const fragment = location.hash && `#${location.hash}`
    throw redirect({ href: address + location.searchStr + fragment, replace: true })
  }
}
