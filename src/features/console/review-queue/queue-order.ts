/** Merges listed rows into the order of a review. A decided row keeps its position, so that the counter goes on. */
export function mergeOrder(before: readonly string[], listed: readonly string[]): readonly string[] {
  const known = new Set(before)
  const fresh = listed.filter((id) => !known.has(id))
  return fresh.length === 0 ? before : [...before, ...fresh]
}

/**
 * Finds the next open row after this one, then from the start: skipped rows come again at the end.
 * @param hasAllRows false while later rows load: skipped rows do not come again yet
 */
export function findNextPending(
  order: readonly string[],
  isOpen: (id: string) => boolean,
  after: string | undefined,
  hasAllRows = true,
): string | undefined {
  const index = after === undefined ? -1 : order.indexOf(after)
  const next = order.find((id, rowIndex) => rowIndex > index && isOpen(id))
  return next ?? (hasAllRows ? order.find((id, rowIndex) => rowIndex < index && isOpen(id)) : undefined)
}

/** Counts the open rows after this one. */
export function countAhead(
  order: readonly string[],
  isOpen: (id: string) => boolean,
  after: string | undefined,
): number {
  const index = after === undefined ? -1 : order.indexOf(after)
  return order.filter((id, rowIndex) => rowIndex > index && isOpen(id)).length
}

/** Numbers of a queue that has loaded in part. */
export interface QueueNumbers {
  /** Rows that were pending at the start, and those added since. */
  total: number
  /** Rows that are still pending. */
  open: number
}

/**
 * Counts the rows of a queue.
 * @param seen number of rows that were ever loaded, that are listed now, and that are open of these
 * @param listed number of rows in the list now
 * @param largestTotal the largest total so far: decisions of others do not make it smaller
 */
export function countQueue(
  seen: { ever: number; now: number; open: number },
  listed: number,
  largestTotal: number,
): QueueNumbers {
  const unseen = Math.max(0, listed - seen.now)
  return { total: Math.max(largestTotal, seen.ever + unseen), open: seen.open + unseen }
}

/** Finds the row before this one, decided or not, so that the user can go back to it. */
export function findPreviousRow(order: readonly string[], id: string | undefined): string | undefined {
  return id === undefined ? order.at(-1) : order[order.indexOf(id) - 1]
}

/** State of the user's decision about a row. */
export interface OwnDecision {
  isOnItsWay: boolean
  /** The server rejected it, or another user has changed the row. */
  needsAnswer: boolean
  /** Version of the row that it created, once known. */
  version?: number | undefined
}

/**
 * Whether a decision on this device has closed a row. A row that returned to the queue since is open.
 * @param listedVersion version of the row in the list of pending rows
 */
export function isDecided(own: OwnDecision | undefined, listedVersion: number): boolean {
  if (!own || own.needsAnswer) return false
  return own.isOnItsWay || own.version === undefined || own.version >= listedVersion
}

/** Whether a row has been pending for longer than the forum allows. */
export function isOverdue(
  row: Readonly<Record<string, unknown>>,
  since: string | undefined,
  lateBefore: string | undefined,
): boolean {
  const moment = since === undefined ? undefined : row[since]
  return typeof moment === 'string' && lateBefore !== undefined && moment < lateBefore
}
