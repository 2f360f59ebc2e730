/** Rows of a review in the order in which they came: what has gone keeps its place, so that the counter counts on. */
export function mergeOrder(before: readonly string[], listed: readonly string[]): readonly string[] {
  const known = new Set(before)
  const fresh = listed.filter((id) => !known.has(id))
  return fresh.length === 0 ? before : [...before, ...fresh]
}

/** The next row that is open, after this one and then from the beginning: what was skipped comes again at the end. */
export function nextOpen(
  order: readonly string[],
  isOpen: (id: string) => boolean,
  after: string | undefined,
): string | undefined {
  const place = after === undefined ? -1 : order.indexOf(after)
  return order.find((id, at) => at > place && isOpen(id)) ?? order.find((id, at) => at < place && isOpen(id))
}

/** The row before this one, decided or not: one looks back at it. */
export function rowBefore(order: readonly string[], id: string | undefined): string | undefined {
  return id === undefined ? order.at(-1) : order[order.indexOf(id) - 1]
}

/** Where an own decision of a row stands. */
export interface OwnDecision {
  isOnItsWay: boolean
  /** The server did not take it, or holds something else by now. */
  needsAnswer: boolean
  /** Version of the row that it made, once it is known. */
  version?: number | undefined
}

/**
 * True for a row that waits no more because of what was decided here; one that came back to the queue since then waits.
 * @param listedVersion its version in the list of what waits
 */
export function isDecided(own: OwnDecision | undefined, listedVersion: number): boolean {
  if (!own || own.needsAnswer) return false
  return own.isOnItsWay || own.version === undefined || own.version >= listedVersion
}

/** Waits for longer than the forum allows itself. */
export function isLate(
  row: Readonly<Record<string, unknown>>,
  since: string | undefined,
  lateBefore: string | undefined,
): boolean {
  const moment = since === undefined ? undefined : row[since]
  return typeof moment === 'string' && lateBefore !== undefined && moment < lateBefore
}
