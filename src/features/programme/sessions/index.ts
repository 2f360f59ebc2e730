export {
  type AgendaSearch,
  countFilters,
  type FilterKey,
  filterKeys,
  listValues,
  parseAgendaSearch,
  withoutFilters,
  withValues,
} from './agenda-search.ts'
export { chooseDay, findNearestDay, listDays } from './days.ts'
export { createSessionFilter, listFilterOptions } from './filters.ts'
export { formatDayLabel, getLanguageLabel, formatTimeRange, getSessionTypeLabel } from './format.ts'
export { findNowIndex, groupByStart, type TimeState, getTimeState, type StartGroup } from './time-state.ts'
export { findOverlaps, listConcurrentSessions } from './overlaps.ts'
export type { Programme, ProgrammeItem, Track } from './programme.ts'
export {
  abstractsQuery,
  roomsQuery,
  sessionQuery,
  sessionsQuery,
  prefetchProgramme,
  tracksQuery,
} from './queries.ts'
export { formatRoomNames, listRooms } from './room-names.ts'
export type { SessionDetail, SessionRow, SpeakerRow } from './rows.ts'
export { type SearchIndex, searchProgramme } from './search-index.ts'
export { type GridBlock, type GridColumn, type GridCrowd, layOutDay } from './time-grid.ts'
export { TrackLabel, TrackNumeral } from './TrackLabel.tsx'
export { useNow } from './use-now.ts'
export { useProgramme } from './use-programme.ts'
export { useSearchIndex } from './use-search-index.ts'
export { ZoneNotice } from './ZoneNotice.tsx'
export { whenIdle } from '#platform/timing.ts'
