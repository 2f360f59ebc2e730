/** A session with its times. */
interface Timed {
  startMs: number
  endMs: number
}

/** Maximum number of sessions in each list; the agenda has the rest. */
const maxShown = 4

/**
 * Finds the current sessions and those of the next start time, on any day.
 * @param items in the order of their starts
 */
export function findNowAndNext<Item extends Timed>(
  items: readonly Item[],
  nowMs: number,
): { now: Item[]; next: Item[]; nextMs: number | undefined } {
  const now = items.filter((item) => item.startMs <= nowMs && nowMs < item.endMs)
  const nextMs = items.find((item) => item.startMs > nowMs)?.startMs
  const next = items.filter((item) => item.startMs === nextMs)
  return { now: now.slice(0, maxShown), next: next.slice(0, maxShown), nextMs }
}
