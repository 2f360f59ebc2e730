import { redirect } from '@tanstack/react-router'
import type { FileRoutesByTo } from '../../routeTree.gen.ts'

/** An address of the app that stands for one page. */
export type FixedAddress = Exclude<keyof FileRoutesByTo, `${string}$${string}`>

/**
 * Declares in the route table that an address leads to another one: `beforeLoad: redirectTo('/user/login')`. Query and
 * fragment go along; in the browser's history the new address takes the place of the old one.
 */
export function redirectTo(address: FixedAddress) {
  return ({ location }: { location: { searchStr: string; hash: string } }): never => {
    const fragment = location.hash && `#${location.hash}`
    throw redirect({ href: address + location.searchStr + fragment, replace: true })
  }
}
