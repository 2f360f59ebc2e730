import { useSyncExternalStore } from 'react'

/** From this width on the menu stands in the header; below it is the tab bar under the thumb. */
export const headerMenuQuery = '(width >= 768px)'

/**
 * Follows a media query in a component: for what would cost a phone drawing it does not need; looks are a matter of
 * CSS. False where there is no window.
 */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
