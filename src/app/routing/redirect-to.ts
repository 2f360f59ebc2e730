import { redirect } from '@tanstack/react-router'
import type { FileRoutesByTo } from '../../routeTree.gen.ts'

/** An address of the app that stands for one page. */
export type FixedAddress = Exclude<keyof FileRoutesByTo, `${string}$${string}`>

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
