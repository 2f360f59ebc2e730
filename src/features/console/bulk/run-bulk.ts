import type { FieldIssue } from '#contract/envelope.ts'
import { ApiError } from '#lib/api.ts'
import type { Row } from '../data/console-api.ts'

/** Concurrent requests. The server writes one after the other; concurrency hides the network's latency. */
const maxConcurrent = 3

/** Why a run stopped early. */
export type BulkAbortReason = 'person' | 'network' | 'signed_out'

/** A row that succeeded, with its new version where the server returned one. */
export interface BulkSuccess {
  row: Row
  version?: number
}

/** A row that the server rejected. */
export interface BulkRefusal {
  row: Row
  reason: string
  /** Rows that overlap in the same room and time. The server takes the row once the user accepts the overlap. */
  overlaps?: readonly FieldIssue[]
}

/** Result of a run: every row is in one of the three lists. */
export interface BulkResult {
  done: readonly BulkSuccess[]
  refused: readonly BulkRefusal[]
  /** Not tried, or without a known result: repeating the request with the same key finds out. */
  left: readonly Row[]
  stop?: BulkAbortReason
}

/**
 * Runs an operation on each of several rows. Rejections are collected. The run stops when the server does not answer
 * or the sign-in has ended, because all later requests would fail too.
 * @param work runs the operation on one row and returns the new version
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
  const runOne = async (row: Row) => {
    try {
      const version = await work(row)
      done.push({ row, ...(version !== undefined && { version }) })
    } catch (error) {
      const end = findAbortReason(error)
      if (end) {
        stop ??= end
        left.push(row)
      } else refused.push({ row, reason: formatReason(error), ...pickOverlaps(error) })
    }
    onProgress(done.length + refused.length)
  }
  const worker = async () => {
    for (let row = next(); row; row = next()) await runOne(row)
  }
  const next = (): Row | undefined => {
    if (signal.aborted) stop ??= 'person'
    return stop ? undefined : waiting.shift()
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
  // In the order of the rows, not of the responses.
  const positions = new Map(rows.map(({ id }, index) => [id, index]))
  const byPosition = (a: Row, b: Row) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0)
  return {
    done: done.toSorted((a, b) => byPosition(a.row, b.row)),
    refused: refused.toSorted((a, b) => byPosition(a.row, b.row)),
    left: [...left, ...waiting].toSorted(byPosition),
    // A stop after the last row is no stop.
    ...(stop && left.length + waiting.length > 0 && { stop }),
  }
}

function findAbortReason(error: unknown): BulkAbortReason | undefined {
  if (!(error instanceof ApiError)) return 'network'
  if (error.needsSignIn) return 'signed_out'
  return error.status >= 500 || error.status === 429 || error.status === 408 ? 'network' : undefined
}

/** Formats the server's reason: the messages of fields where there are any, because they say more. */
function formatReason(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  const texts = error.fields.map(({ text }) => text).filter((text) => text !== undefined)
  return texts.length > 0 ? texts.join(' ') : error.msg
}

const pickOverlaps = (error: unknown): Pick<BulkRefusal, 'overlaps'> =>
  error instanceof ApiError && error.key === 'row.overlaps' ? { overlaps: error.fields } : {}
