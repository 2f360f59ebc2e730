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
export type { Abstracts } from './abstracts.ts'
export { chooseDay, listDays } from './days.ts'
export { filterOf, listChoices } from './filters.ts'
export { dayLabel, languageLabel, spanLabel, typeLabel } from './labels.ts'
export { findNowPlace, groupByStart, type Moment, momentOf, type StartGroup } from './moments.ts'
export { findOverlaps, listAtSameTime } from './overlaps.ts'
export type { Programme, ProgrammeItem, Track } from './programme.ts'
export { abstractsQuery, sessionQuery, startProgramme } from './queries.ts'
export type { RoomRow, SessionDetail, SessionRow, SpeakerRow, TrackRow } from './rows.ts'
export { type SearchHit, type SearchIndex, searchProgramme } from './search-index.ts'
export { type GridBlock, type GridColumn, layOutDay, scaleOf, type TimeGrid } from './time-grid.ts'
export { useNow } from './use-now.ts'
export { type ProgrammeState, useProgramme } from './use-programme.ts'
export { useSearchIndex } from './use-search-index.ts'
export { whenIdle } from './when-idle.ts'
