/** Rows of a review in the order in which they came: what has gone keeps its place, so that the counter counts on. */
export function mergeOrder(before: readonly string[], listed: readonly string[]): readonly string[] {
  const known = new Set(before)
  const fresh = listed.filter((id) => !known.has(id))
  return fresh.length === 0 ? before : [...before, ...fresh]
}

/**
 * The next row that is open, after this one and then from the beginning: what was skipped comes again at the end.
 * @param isWhole false while rows behind the last are on their way: then nothing comes again yet
 */
export function findNextPending(
  order: readonly string[],
  isOpen: (id: string) => boolean,
  after: string | undefined,
  isWhole = true,
): string | undefined {
  const place = after === undefined ? -1 : order.indexOf(after)
  const next = order.find((id, at) => at > place && isOpen(id))
  return next ?? (isWhole ? order.find((id, at) => at < place && isOpen(id)) : undefined)
}

/** Open rows that come after this one. */
export function countAhead(
  order: readonly string[],
  isOpen: (id: string) => boolean,
  after: string | undefined,
): number {
  const place = after === undefined ? -1 : order.indexOf(after)
  return order.filter((id, at) => at > place && isOpen(id)).length
}

/** Numbers of a queue, of which only some rows have come. */
export interface QueueNumbers {
  /** All that waited when it was opened, with what came since. */
  total: number
  /** Those that still wait. */
  open: number
}

/**
 * Counts a queue.
 * @param seen how many rows have ever come, how many of the list are here now, and how many of these are open
 * @param listed how many the list has now
 * @param most the greatest number of all so far: what others decided unseen does not make it smaller
 */
export function countQueue(
  seen: { ever: number; now: number; open: number },
  listed: number,
  most: number,
): QueueNumbers {
  const unseen = Math.max(0, listed - seen.now)
  return { total: Math.max(most, seen.ever + unseen), open: seen.open + unseen }
}

/** The row before this one, decided or not: one looks back at it. */
export function findPreviousRow(order: readonly string[], id: string | undefined): string | undefined {
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
export function isOverdue(
  row: Readonly<Record<string, unknown>>,
  since: string | undefined,
  lateBefore: string | undefined,
): boolean {
  const moment = since === undefined ? undefined : row[since]
  return typeof moment === 'string' && lateBefore !== undefined && moment < lateBefore
}
