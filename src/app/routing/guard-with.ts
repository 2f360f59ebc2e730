import { redirect } from '@tanstack/react-router'
import { AccessDeniedError, type RouteGuard, type NavigationTarget } from '#lib/route-guard.ts'

/**
 * The slot for rules of access in a route: `beforeLoad: guardWith(requireSignIn)`. The rules are asked in their order,
 * and the first that does not allow the visit decides. Routes below the guarded one are guarded with it.
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
