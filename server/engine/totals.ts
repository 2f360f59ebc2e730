/** Totals that are remembered; the least recently used go first. */
const maxTotals = 2000

interface Total {
  revision: number
  total: number
}

const known = new WeakMap<object, Map<string, Total>>()

/**
 * The number of rows that a list has, counted anew only when the module changed: counting 10,000 rows takes longer than
 * reading a page of them.
 * @param database the connection it belongs to
 * @param key what the list asks for, and for whom
 * @param revision the module's revision, read together with the page
 */
export async function rememberedTotal(
  database: object,
  key: string,
  revision: number,
  count: () => Promise<number>,
): Promise<number> {
  let totals = known.get(database)
  if (!totals) known.set(database, (totals = new Map<string, Total>()))
  const found = totals.get(key)
  totals.delete(key)
  const entry = found?.revision === revision ? found : { revision, total: await count() }
  totals.set(key, entry)
  const [oldest] = totals.keys()
  if (totals.size > maxTotals && oldest !== undefined) totals.delete(oldest)
  return entry.total
}
