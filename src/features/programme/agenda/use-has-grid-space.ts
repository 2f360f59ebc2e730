import { useMediaQuery } from '#platform/media-query.ts'

/** True on a screen with room for at least five rooms of the timetable (a tablet in landscape). */
export const useHasGridSpace = () => useMediaQuery('(width >= 1000px)')
