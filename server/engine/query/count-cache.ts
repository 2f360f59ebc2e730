import { LRUCache } from 'lru-cache'

/** Totals that are remembered; the least recently used ones go first. */
const maxTotals = 2000

/** The number of rows that a list had at a revision of its module. */
export interface CachedCount {
  revision: number
  total: number
}

const known = new WeakMap<object, LRUCache<string, CachedCount>>()

/**
 * What was counted last: counting 10,000 rows takes longer than reading a page of them, so they are counted anew only
 * when the module changed.
 * @param database the connection it belongs to
 * @param key what the list asks for, and for whom
 */
export function findCachedCount(database: object, key: string): CachedCount | undefined {
  return known.get(database)?.get(key)
}

/** Remembers what was counted. @param total with the module's revision, read at the same moment or before */
export function cacheCount(database: object, key: string, total: CachedCount): void {
  let totals = known.get(database)
  if (!totals) known.set(database, (totals = new LRUCache({ max: maxTotals })))
  totals.set(key, total)
}
