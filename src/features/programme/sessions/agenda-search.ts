/** Search parameters of the agenda. Several values are joined by commas, which ids do not contain. */
export interface AgendaSearch {
  /** `YYYY-MM-DD` */
  day?: string
  view?: 'list' | 'grid'
  /** Only starred sessions. */
  mine?: true
  track?: string
  room?: string
  type?: string
  lang?: string
  /** Search text as typed. */
  q?: string
}

/** Parameters that can hold several values. */
export const filterKeys = ['track', 'room', 'type', 'lang'] as const

export type FilterKey = (typeof filterKeys)[number]

/** Maximum length of a search text; anything longer is a paste by mistake. */
export const queryMaxCharacters = 200

/** Matches values joined by commas. */
const listPattern = /^[\p{L}\p{N}_-]+(,[\p{L}\p{N}_-]+)*$/u

/**
 * Parses the agenda's search parameters.
 * Drops what is unknown or invalid, because URLs are shared, typed and truncated.
 */
export function parseAgendaSearch(input: Record<string, unknown>): AgendaSearch {
  const search: AgendaSearch = {}
  const readText = (key: string) => {
    const value = input[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(readText('day'))) search.day = readText('day')
  const view = readText('view')
  if (view === 'list' || view === 'grid') search.view = view
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
