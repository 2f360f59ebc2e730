import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import { type AgendaSearch, type FilterKey, filterKeys, listValues } from './agenda-search.ts'
import {
  getLanguageLabel,
  getSessionTypeLabel,
  type Programme,
  type ProgrammeItem,
  type Track,
} from '#features/programme/sessions'

/**
 * Returns the values of a session for a filter, most often one: ids of tracks and rooms, a type, a language. `''` means
 * none.
 */
function getFilterValues(item: ProgrammeItem, key: FilterKey): string[] {
  if (key === 'type') return [item.row.type]
  // Spoken Chinese is one language, whatever region its tag has.
  if (key === 'language') return [item.row.language?.split('-')[0]?.toLowerCase() ?? '']
  if (key === 'room') return [item.row.room ?? '', ...(item.row.other_rooms ?? [])]
  // The remaining key is `track`.
  return [item.row[key] ?? '']
}

/**
 * Creates the predicate for the filters of a search: values of one filter are alternatives, all filters must match.
 * @param isFavourite called only when the search says "my agenda"
 */
export function createSessionFilter(
  search: AgendaSearch,
  isFavourite: (id: string) => boolean,
): (item: ProgrammeItem) => boolean {
  const active = filterKeys.flatMap((key) =>
    search[key] ? [{ key, values: new Set(listValues(search[key])) }] : [],
  )
  return (item) =>
    (!search.mine || isFavourite(item.id)) &&
    active.every(({ key, values }) => getFilterValues(item, key).some((value) => values.has(value)))
}

/** Lists the values of a filter that occur in a programme with their numbers of sessions, most frequent first. */
export function listFilterOptions(programme: Programme, key: FilterKey): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const item of programme.items) {
    for (const value of getFilterValues(item, key)) {
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count)
}

/** Labels of a filter's value: in full, and short for a chip. */
export interface FilterLabel {
  full: string
  short: string
  /** Set for a value of the filter `track`: the sheet shows its numeral on its colour. */
  track?: Track
}

/**
 * Formats a filter's value in the current language. A value that the programme does not have (any more) shows its id.
 */
export function formatFilterValue(
  programme: Programme,
  key: FilterKey,
  value: string,
  locale: Locale,
): FilterLabel {
  if (key === 'type') return toFilterLabel(getSessionTypeLabel(value, locale))
  if (key === 'language') return toFilterLabel(getLanguageLabel(value, locale))
  if (key === 'room') {
    const room = programme.rooms.find((each) => each.id === value)
    return toFilterLabel(room ? selectLocalizedText(room.name, locale).text : value)
  }
  const track = programme.tracks.find((each) => each.id === value)
  if (!track) return toFilterLabel(value)
  const full = selectLocalizedText(track.name, locale).text
  return { full, short: track.code || full, track }
}

/** Labels a value whose full label is short enough for a chip. */
const toFilterLabel = (label: string): FilterLabel => ({ full: label, short: label })
