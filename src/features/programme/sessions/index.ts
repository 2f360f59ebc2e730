export {
  formatDayLabel,
  formatRoomNames,
  formatTimeRange,
  getLanguageLabel,
  getSessionTypeLabel,
  listRooms,
} from './format.ts'
export { parseSubForumNumeral } from './numerals.ts'
export type { Programme, ProgrammeItem, Track } from './programme.ts'
export {
  abstractsQuery,
  roomsQuery,
  sessionQuery,
  sessionsQuery,
  prefetchProgramme,
  tracksQuery,
} from './queries.ts'
export { TrackLabel, TrackNumeral } from './TrackLabel.tsx'
export { useProgramme } from './use-programme.ts'
export { ZoneNotice } from './ZoneNotice.tsx'
