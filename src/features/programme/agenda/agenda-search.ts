/** Search parameters of the agenda's URL. Several values of a filter are joined by commas, which no value contains. */
export interface AgendaSearch {
  /** `YYYY-MM-DD` */
  day?: string
  /** Absent: the timetable (`grid`) on a wide screen, else the list. */
  view?: 'list' | 'grid'
  /** Only starred sessions. */
  mine?: true
  /** Ids of tracks. */
  track?: string
  /** Ids of rooms. */
  room?: string
  /** Values of `sessionTypes`. */
  type?: string
  /** Spoken languages without region: `zh`. Not `lang`, which names the language of the page. */
  language?: string
  /** Search text as typed. */
  q?: string
}

/** The filters that are offered as chips; each parameter can hold several values. */
export const filterKeys = ['track', 'room', 'type', 'language'] as const

export type FilterKey = (typeof filterKeys)[number]

/** Maximum length of a search text; anything longer is a paste by mistake. */
export const queryMaxCharacters = 200

/** Matches values joined by commas: `hall-a,hall-b`. */
const listPattern = /^[\p{L}\p{N}_-]+(,[\p{L}\p{N}_-]+)*$/u

/**
 * Parses the agenda's search parameters.
 * Drops what is unknown or invalid, because URLs are shared, typed and truncated.
 */
export function parseAgendaSearch(input: Record<string, unknown>): AgendaSearch {
  const search: AgendaSearch = {}
  // The router parses a value of digits alone as a number.
  const readText = (key: string) => {
    const value = input[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(readText('day'))) search.day = readText('day')
  const view = readText('view')
  if (view === 'list' || view === 'grid') search.view = view
  // The router parses `true` and `1`; a quoted `"true"` stays a text.
  if (input['mine'] === true || input['mine'] === 'true' || input['mine'] === 1) search.mine = true
  for (const key of filterKeys) {
    if (listPattern.test(readText(key))) search[key] = readText(key)
  }
  const query = readText('q').slice(0, queryMaxCharacters)
  if (query.trim()) search.q = query
  return search
}

/** Lists the values chosen for a filter. */
export function listValues(joined: string | undefined): string[] {
  return joined ? joined.split(',') : []
}

/** Returns the search with other values for one filter; an empty list removes the filter. */
export function withValues(search: AgendaSearch, key: FilterKey, values: readonly string[]): AgendaSearch {
  const { [key]: _values, ...rest } = search
  return values.length > 0 ? { ...rest, [key]: values.join(',') } : rest
}

/** Returns the search without filters, but with day, view and text. */
export function withoutFilters(search: AgendaSearch): AgendaSearch {
  const { day, view, q } = search
  return { ...(day ? { day } : {}), ...(view ? { view } : {}), ...(q ? { q } : {}) }
}

/** Counts the active filters, "my agenda" included. */
export function countFilters(search: AgendaSearch): number {
  return filterKeys.filter((key) => search[key]).length + (search.mine ? 1 : 0)
}
