/** What the address of the search says. */
export interface SearchParams {
  /** The words. */
  q?: string
  /** Name of the group that is looked at; all of them when absent. */
  group?: string
}

/** Reads the address; whatever else it says is left out. A number is a word too: the router has read it as one. */
export function parseSearchParams(search: Readonly<Record<string, unknown>>): SearchParams {
  const { q, group } = search
  const words = typeof q === 'number' ? String(q) : q
  return {
    ...(typeof words === 'string' && words !== '' ? { q: words } : {}),
    ...(typeof group === 'string' && group !== '' ? { group } : {}),
  }
}
