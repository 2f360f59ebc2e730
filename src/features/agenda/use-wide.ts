import { useMedia } from '#lib/media.ts'

/** True on a screen with room for a timetable of at least five rooms (a tablet held across). */
export const useWide = () => useMedia('(width >= 1000px)')
