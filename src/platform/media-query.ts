import { useSyncExternalStore } from 'react'

/** From this width on the menu is in the header; below, it is the tab bar at the bottom. */
export const headerMenuQuery = '(width >= 768px)'

/**
 * Returns whether a media query matches. Use it to avoid rendering that a phone does not need; use CSS for styles. False
 * where there is no window.
 */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const mediaQueryList = matchMedia(query)
      mediaQueryList.addEventListener('change', onChange)
      return () => mediaQueryList.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
