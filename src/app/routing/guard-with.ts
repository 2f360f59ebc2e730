import { redirect } from '@tanstack/react-router'
import { AccessDeniedError, type RouteGuard, type NavigationTarget } from '#platform/route-guard.ts'

/**
 * Creates `beforeLoad` of a route from guards: `beforeLoad: guardWith(requireSignIn)`. Guards run in their order, and the
 * first that does not allow the navigation decides. Child routes are guarded too.
 */
export function guardWith(...rules: readonly RouteGuard[]) {
  return async ({ location }: { location: NavigationTarget }): Promise<void> => {
    for (const rule of rules) {
      const verdict = await rule(location)
      if (verdict.kind === 'refuse') throw new AccessDeniedError(location.href)
      if (verdict.kind === 'redirect')
        throw redirect({ to: verdict.to, search: verdict.search ?? {}, replace: true })
    }
  }
}
