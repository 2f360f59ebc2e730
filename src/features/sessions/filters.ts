import { type AgendaSearch, type FilterKey, filterKeys, listValues } from './agenda-search.ts'
import type { Programme, ProgrammeItem } from './programme.ts'

/** The values of a session under a filter; an empty one is "none". */
function filterValuesOf(item: ProgrammeItem, key: FilterKey): string[] {
  if (key === 'type') return [item.row.type]
  // Spoken Chinese is one language, whichever region's tag an import brings.
  if (key === 'lang') return [item.row.language?.split('-')[0]?.toLowerCase() ?? '']
  if (key === 'room') return [item.row.room ?? '', ...(item.row.other_rooms ?? [])]
  return [item.row[key] ?? '']
}

/**
 * The test that an address's filters amount to: values of one filter are alternatives, filters all apply.
 * @param isFavourite asked only when the address says "my agenda"
 */
export function createSessionFilter(
  search: AgendaSearch,
  isFavourite: (id: string) => boolean,
): (item: ProgrammeItem) => boolean {
  const wanted = filterKeys.flatMap((key) =>
    search[key] ? [{ key, values: new Set(listValues(search[key])) }] : [],
  )
  return (item) =>
    (!search.mine || isFavourite(item.id)) &&
    wanted.every(({ key, values }) => filterValuesOf(item, key).some((value) => values.has(value)))
}

/** The values that occur in a programme under a filter, most frequent first. */
export function listFilterOptions(programme: Programme, key: FilterKey): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const item of programme.items) {
    for (const value of filterValuesOf(item, key)) {
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count)
}
