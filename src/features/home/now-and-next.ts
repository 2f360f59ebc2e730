/** A session in time. */
interface Timed {
  startMs: number
  endMs: number
}

/** Sessions shown of each; the agenda has the rest. */
const mostShown = 4

/**
 * What is on now, and what starts next: the sessions of the next start, on whatever day it is.
 * @param items in the order of their starts
 */
export function findNowAndNext<Item extends Timed>(
  items: readonly Item[],
  nowMs: number,
): { now: Item[]; next: Item[]; nextMs: number | undefined } {
  const now = items.filter((item) => item.startMs <= nowMs && nowMs < item.endMs)
  const nextMs = items.find((item) => item.startMs > nowMs)?.startMs
  const next = items.filter((item) => item.startMs === nextMs)
  return { now: now.slice(0, mostShown), next: next.slice(0, mostShown), nextMs }
}
