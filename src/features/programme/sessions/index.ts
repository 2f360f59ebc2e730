export {
  type AgendaSearch,
  countFilters,
  type FilterKey,
  filterKeys,
  listValues,
  parseAgendaSearch,
  queryMaxCharacters,
  withoutFilters,
  withValues,
} from './agenda-search.ts'
export { createSessionFilter, formatFilterValue, listFilterOptions } from './filters.ts'
export {
  formatDayLabel,
  formatRoomNames,
  formatTimeRange,
  getLanguageLabel,
  getSessionTypeLabel,
  listRooms,
} from './format.ts'
export type { Programme, ProgrammeItem, SessionDetail, SessionRow, SpeakerRow, Track } from './programme.ts'
export {
  abstractsQuery,
  roomsQuery,
  sessionQuery,
  sessionsQuery,
  prefetchProgramme,
  tracksQuery,
} from './queries.ts'
export { type SearchIndex, searchProgramme, useSearchIndex } from './search-index.ts'
export {
  chooseDay,
  findNearestDay,
  findNowIndex,
  findOverlaps,
  findSubForumClashes,
  getTimeState,
  groupByStart,
  listConcurrentSessions,
  listDays,
  type StartGroup,
  type TimeState,
  useNow,
} from './session-times.ts'
export { type GridBlock, type GridColumn, type GridCrowd, layOutDay } from './time-grid.ts'
export { TrackLabel, TrackNumeral } from './TrackLabel.tsx'
export { useProgramme } from './use-programme.ts'
export { ZoneNotice } from './ZoneNotice.tsx'
export { whenIdle } from '#platform/browser.ts'
