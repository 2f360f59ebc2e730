/** What the agenda's address says after the question mark. Several values are joined by commas: ids have none. */
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
  /** Words searched for, as typed. */
  q?: string
}

/** The parameters that hold several values. */
export const filterKeys = ['track', 'room', 'type', 'lang'] as const

export type FilterKey = (typeof filterKeys)[number]

/** Longest query that is looked for; more is a paste by mistake. */
const queryMaxCharacters = 200

const listPattern = /^[\p{L}\p{N}_-]+(,[\p{L}\p{N}_-]+)*$/u

/**
 * Reads the agenda's address. What it does not know or understand is left out, never an error: addresses are shared,
 * typed and cut.
 */
export function parseAgendaSearch(input: Record<string, unknown>): AgendaSearch {
  const search: AgendaSearch = {}
  const text = (key: string) => {
    const value = input[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(text('day'))) search.day = text('day')
  const view = text('view')
  if (view === 'list' || view === 'grid') search.view = view
  if (input['mine'] === true || input['mine'] === 'true' || input['mine'] === 1) search.mine = true
  for (const key of filterKeys) {
    if (listPattern.test(text(key))) search[key] = text(key)
  }
  const query = text('q').slice(0, queryMaxCharacters)
  if (query.trim()) search.q = query
  return search
}

/** The values chosen for a filter. */
export function listValues(joined: string | undefined): string[] {
  return joined ? joined.split(',') : []
}

/** The search with other values for one filter; none takes the filter away. */
export function withValues(search: AgendaSearch, key: FilterKey, values: readonly string[]): AgendaSearch {
  const { [key]: _before, ...rest } = search
  return values.length > 0 ? { ...rest, [key]: values.join(',') } : rest
}

/** The search without any filter, but with its day, view and words. */
export function withoutFilters(search: AgendaSearch): AgendaSearch {
  const { day, view, q } = search
  return { ...(day ? { day } : {}), ...(view ? { view } : {}), ...(q ? { q } : {}) }
}

/** How many filters narrow the list, "my agenda" included. */
export function countFilters(search: AgendaSearch): number {
  return filterKeys.filter((key) => search[key]).length + (search.mine ? 1 : 0)
}
