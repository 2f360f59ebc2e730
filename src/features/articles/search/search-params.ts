/** Search parameters of the search page. */
export interface SearchParams {
  /** The search text. */
  q?: string
  /** Name of the open group; all groups when absent. */
  group?: string
}

/** Parses the search parameters; drops the others. The router parses a text of digits as a number. */
export function parseSearchParams(search: Readonly<Record<string, unknown>>): SearchParams {
  const { q, group } = search
  const query = typeof q === 'number' ? String(q) : q
  return {
    ...(typeof query === 'string' && query !== '' ? { q: query } : {}),
    ...(typeof group === 'string' && group !== '' ? { group } : {}),
  }
}
