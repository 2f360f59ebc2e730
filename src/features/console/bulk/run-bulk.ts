import type { FieldIssue } from '#contract/envelope.ts'
import { ApiError } from '#lib/api.ts'
import type { Row } from '../data/console-api.ts'

/** Rows that are worked on at the same time: the server writes one after the other, the network has its own pace. */
const atOnce = 3

/** Why it ended before its end. */
export type BulkAbortReason = 'person' | 'network' | 'signed_out'

/** A row with which it was done, and the version that this made where the server told it. */
export interface BulkSuccess {
  row: Row
  version?: number
}

/** A row that the server refused. */
export interface BulkRefusal {
  row: Row
  reason: string
  /** What the row would stand beside in one place at one time: the server takes it once the person accepts that. */
  overlaps?: readonly FieldIssue[]
}

/** What became of each of several rows: every row is in one of the three lists. */
export interface BulkResult {
  done: readonly BulkSuccess[]
  refused: readonly BulkRefusal[]
  /** Not tried, or nobody knows: the same call with the same key says. */
  left: readonly Row[]
  stop?: BulkAbortReason
}

/**
 * Does one thing with each of several rows. What the server refuses is told at the end; when it does not answer, or the
 * sign-in is over, all that follows would fail alike, and it stops.
 * @param work does it with one row. @returns the version that it made
 */
export async function runBulk(
  rows: readonly Row[],
  work: (row: Row) => Promise<number | undefined>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (tried: number) => void },
): Promise<BulkResult> {
  const done: BulkSuccess[] = []
  const refused: BulkRefusal[] = []
  const left: Row[] = []
  const waiting = [...rows]
  let stop: BulkAbortReason | undefined
  const one = async (row: Row) => {
    try {
      const version = await work(row)
      done.push({ row, ...(version !== undefined && { version }) })
    } catch (error) {
      const end = stopOf(error)
      if (end) {
        stop ??= end
        left.push(row)
      } else refused.push({ row, reason: reasonOf(error), ...overlapsOf(error) })
    }
    onProgress(done.length + refused.length)
  }
  const worker = async () => {
    for (let row = next(); row; row = next()) await one(row)
  }
  const next = (): Row | undefined => {
    if (signal.aborted) stop ??= 'person'
    return stop ? undefined : waiting.shift()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  // In the order in which they were chosen, whatever came back first.
  const place = new Map(rows.map(({ id }, index) => [id, index]))
  const byPlace = (a: Row, b: Row) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)
  return {
    done: done.toSorted((a, b) => byPlace(a.row, b.row)),
    refused: refused.toSorted((a, b) => byPlace(a.row, b.row)),
    left: [...left, ...waiting].toSorted(byPlace),
    // Stopped at the very end, nothing was stopped.
    ...(stop && left.length + waiting.length > 0 && { stop }),
  }
}

function stopOf(error: unknown): BulkAbortReason | undefined {
  if (!(error instanceof ApiError)) return 'network'
  if (error.needsSignIn) return 'signed_out'
  return error.status >= 500 || error.status === 429 || error.status === 408 ? 'network' : undefined
}

/** What the server said of the row: of its fields when it did, which says more. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  const told = error.fields.map(({ text }) => text).filter((text) => text !== undefined)
  return told.length > 0 ? told.join(' ') : error.msg
}

const overlapsOf = (error: unknown): Pick<BulkRefusal, 'overlaps'> =>
  error instanceof ApiError && error.key === 'row.overlaps' ? { overlaps: error.fields } : {}
