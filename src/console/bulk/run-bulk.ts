import type { FieldIssue } from '#contract/envelope.ts'
import { ApiError } from '#platform/api.ts'
import type { Row } from '../data/console-api.ts'
import type { Locale } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { orderActions } from '../record/action-form.ts'

/** Concurrent requests. The server writes one after the other; concurrency hides the network's latency. */
const maxConcurrent = 3

/** Why a run stopped early: the user stopped it, the server did not answer, or the sign-in has ended. */
export type BulkAbortReason = 'person' | 'network' | 'signed_out'

/** A row that succeeded, with its new version where the server returned one. */
export interface BulkSuccess {
  row: Row
  version?: number
}

/** A row that the server rejected. */
export interface BulkRejection {
  row: Row
  /** The server's text in the user's language; may be empty. */
  reason: string
  /**
   * One issue for each row that overlaps in the same room and time; its `params.row` is that row's id. The server accepts
   * the write once it names these ids in `accepted_overlaps`.
   */
  overlaps?: readonly FieldIssue[]
}

/** Result of a run: every row is in one of the three lists. */
export interface BulkResult {
  succeeded: readonly BulkSuccess[]
  rejected: readonly BulkRejection[]
  /** Rows that were not tried, or whose result is unknown because the response was lost. */
  remaining: readonly Row[]
  abortReason?: BulkAbortReason
}

/**
 * Runs an operation on each of several rows. Rejections are collected. The run stops when the server does not answer
 * or the sign-in has ended, because all later requests would fail too.
 * @param runOnRow runs the operation on one row and returns the new version; undefined for a deletion
 */
export async function runBulk(
  rows: readonly Row[],
  runOnRow: (row: Row) => Promise<number | undefined>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (triedCount: number) => void },
): Promise<BulkResult> {
  const succeeded: BulkSuccess[] = []
  const rejected: BulkRejection[] = []
  const remaining: Row[] = []
  const queue = [...rows]
  let abortReason: BulkAbortReason | undefined
  const runOne = async (row: Row) => {
    try {
      const version = await runOnRow(row)
      succeeded.push({ row, ...(version !== undefined && { version }) })
    } catch (error) {
      const rowAbortReason = findAbortReason(error)
      if (rowAbortReason) {
        abortReason ??= rowAbortReason
        remaining.push(row)
      } else rejected.push({ row, reason: formatReason(error), ...pickOverlaps(error) })
    }
    onProgress(succeeded.length + rejected.length)
  }
  const worker = async () => {
    for (let row = takeNextRow(); row; row = takeNextRow()) await runOne(row)
  }
  const takeNextRow = (): Row | undefined => {
    if (signal.aborted) abortReason ??= 'person'
    return abortReason ? undefined : queue.shift()
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
  // The results follow the order of the rows, not of the responses.
  const positions = new Map(rows.map(({ id }, index) => [id, index]))
  const byPosition = (a: Row, b: Row) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0)
  return {
    succeeded: succeeded.toSorted((a, b) => byPosition(a.row, b.row)),
    rejected: rejected.toSorted((a, b) => byPosition(a.row, b.row)),
    remaining: [...remaining, ...queue].toSorted(byPosition),
    // A run that was stopped after its last row is complete.
    ...(abortReason && remaining.length + queue.length > 0 && { abortReason }),
  }
}

/** Returns why the run must stop after an error; undefined when the error concerns only the row. */
function findAbortReason(error: unknown): BulkAbortReason | undefined {
  if (!(error instanceof ApiError)) return 'network'
  if (error.needsSignIn) return 'signed_out'
  // Too many requests (429) and a timeout (408) count as no answer: the same row may succeed later.
  return error.status >= 500 || error.status === 429 || error.status === 408 ? 'network' : undefined
}

/** Formats the server's reason. The messages of single fields come first, because they are more exact. */
function formatReason(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  const texts = error.fields.map(({ text }) => text).filter((text) => text !== undefined)
  return texts.length > 0 ? texts.join(' ') : error.msg
}

const pickOverlaps = (error: unknown): Pick<BulkRejection, 'overlaps'> =>
  error instanceof ApiError && error.key === 'row.overlaps' ? { overlaps: error.fields } : {}

/** An operation that can run on several rows. {@link listBulkActions} creates it for the buttons of the bulk sheet. */
export interface BulkAction {
  kind: 'delete' | 'action'
  /** Name of the action; empty for a deletion. */
  name: string
  /** Text of the button in the user's language. */
  label: string
  /** The operation can be undone, with one request per row. */
  isUndoable: boolean
}

/**
 * Lists the operations that the user may run on several rows: the module's actions, positive ones first, then deletion.
 * A deletion can be undone only by a user who may see the history.
 */
export function listBulkActions(metadata: ModuleMetadata, locale: Locale, deleteLabel: string): BulkAction[] {
  const { actions, permissions } = metadata
  const bulkActions = orderActions(metadata, Object.keys(actions))
    .toReversed()
    .map((name): BulkAction => ({
      kind: 'action',
      name,
      label: actions[name]?.label[locale] ?? name,
      isUndoable: actions[name]?.undoable === true,
    }))
  if (!permissions.includes('delete')) return bulkActions
  const isUndoable = permissions.includes('history')
  return [...bulkActions, { kind: 'delete', name: '', label: deleteLabel, isUndoable }]
}

/** Whether the user may run the operation on this row in its present state. */
export function isActionAllowed({ kind, name }: BulkAction, { permissions }: Row): boolean {
  return kind === 'delete' ? permissions?.delete === true : permissions?.actions.includes(name) === true
}
