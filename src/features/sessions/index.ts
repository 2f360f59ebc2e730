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
export { filterOf, listChoices } from './filters.ts'
export { dayLabel, languageLabel, spanLabel, typeLabel } from './labels.ts'
export { findNowPlace, groupByStart, type Moment, momentOf, type StartGroup } from './moments.ts'
export { findOverlaps, listAtSameTime } from './overlaps.ts'
export type { Programme, ProgrammeItem, Track } from './programme.ts'
export {
  abstractsQuery,
  roomsQuery,
  sessionQuery,
  sessionsQuery,
  startProgramme,
  tracksQuery,
} from './queries.ts'
export { roomNames, roomsOf } from './room-names.ts'
export type { SessionDetail, SessionRow, SpeakerRow } from './rows.ts'
export { type SearchIndex, searchProgramme } from './search-index.ts'
export { type GridBlock, type GridColumn, type GridCrowd, layOutDay } from './time-grid.ts'
export { TrackLabel, TrackTab } from './TrackLabel.tsx'
export { useNow } from './use-now.ts'
export { useProgramme } from './use-programme.ts'
export { useSearchIndex } from './use-search-index.ts'
export { ZoneNotice } from './ZoneNotice.tsx'
export { whenIdle } from '#lib/when-idle.ts'
