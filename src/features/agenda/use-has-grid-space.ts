import { useMediaQuery } from '#lib/media-query.ts'

/** True on a screen with room for a timetable of at least five rooms (a tablet held across). */
export const useHasGridSpace = () => useMediaQuery('(width >= 1000px)')
