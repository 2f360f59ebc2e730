import { useSyncExternalStore } from 'react'

/** From this width on a timetable of rooms shows at least five of them (a tablet held across). */
const wide = '(width >= 1000px)'

const subscribe = (onChange: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** True on a screen with room for the timetable. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  )
}
