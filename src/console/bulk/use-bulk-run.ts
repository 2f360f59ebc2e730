import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldIssue } from '#contract/envelope.ts'
import { createId } from '#platform/create-id.ts'
import { withAcceptedOverlaps } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { invalidateRows } from '../data/queries.ts'
import { runRowOperation, restoreRow, type RowOperation } from '../data/row-operations.ts'
import { runBulk, type BulkSuccess, type BulkResult } from './run-bulk.ts'

/** A run over several rows, as the progress and the result show it. */
export interface BulkRun {
  /** Number of rows of the run. */
  total: number
  /** Number of rows that succeeded or were rejected so far. */
  triedCount: number
  /** Undefined until the run has ended. */
  result: BulkResult | undefined
}

/**
 * Runs the operation on one row and returns its new version.
 * @param overlaps overlaps that the server reported for the row and that the user accepts; undefined without any
 */
type RunOnRow = (row: Row, overlaps: readonly FieldIssue[] | undefined) => Promise<number | undefined>

/**
 * Runs one operation over rows, resumes it and undoes it; one run at a time. Unmounting stops the run.
 * @param module name of the rows' module
 * @param onEnd called with the result at the end of each run
 */
export function useBulkRun(module: string, onEnd: (result: BulkResult) => void) {
  const client = useQueryClient()
  const [run, setRun] = useState<BulkRun>()
  const abortController = useRef<AbortController>(undefined)
  /** An idempotency key by the id of each row, so that a request with a lost response has no second effect. */
  const idempotencyKeys = useRef(new Map<string, string>())
  /** What the last run did to each row, for a repetition with accepted overlaps. */
  const lastRunOnRow = useRef<RunOnRow>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])

  async function begin(rows: readonly Row[], runOnRow: RunOnRow, previousResult?: BulkResult) {
    lastRunOnRow.current = runOnRow
    // Rows without reported overlaps, such as all rows of a resumed run, have none to accept.
    const acceptedOverlaps = new Map(previousResult?.rejected.map(({ row, overlaps }) => [row.id, overlaps]))
    const retriedIds = new Set(rows.map(({ id }) => id))
    const previouslyRejected = previousResult?.rejected.filter(({ row }) => !retriedIds.has(row.id)) ?? []
    abortController.current = new AbortController()
    setRun({ total: rows.length, triedCount: 0, result: undefined })
    const onProgress = (triedCount: number) =>
      setRun((currentRun) => currentRun && { ...currentRun, triedCount })
    const runWithOverlaps = (row: Row) => runOnRow(row, acceptedOverlaps.get(row.id))
    const result = await runBulk(rows, runWithOverlaps, {
      signal: abortController.current.signal,
      onProgress,
    })
    const mergedResult = previousResult
      ? {
          ...result,
          succeeded: [...previousResult.succeeded, ...result.succeeded],
          rejected: [...previouslyRejected, ...result.rejected],
        }
      : result
    invalidateRows(client, module)
    onEnd(mergedResult)
    setRun({ total: rows.length, triedCount: rows.length, result: mergedResult })
    return mergedResult
  }

  const getKey = ({ id }: Row) => {
    const key = idempotencyKeys.current.get(id) ?? createId()
    idempotencyKeys.current.set(id, key)
    return key
  }
  // Accepted overlaps change the body, so the request needs a new idempotency key.
  const runOperation = (row: Row, operation: RowOperation, overlaps: readonly FieldIssue[] | undefined) =>
    overlaps && operation.kind === 'action'
      ? runRowOperation(
          module,
          row,
          { ...operation, body: withAcceptedOverlaps(operation.body, overlaps) },
          createId(),
        )
      : runRowOperation(module, row, operation, getKey(row))
  return {
    run,
    /** Runs the operation on each of the rows; `previousResult` is that of the stopped run that this run resumes. */
    start: (rows: readonly Row[], operation: RowOperation, previousResult?: BulkResult) =>
      begin(rows, (row, overlaps) => runOperation(row, operation, overlaps), previousResult),
    /** Undoes the operation on rows that have not changed since. */
    undo: (succeeded: readonly BulkSuccess[]) => {
      const versions = new Map(succeeded.map(({ row, version }) => [row.id, version]))
      return begin(
        succeeded.map(({ row }) => row),
        async ({ id }, overlaps) => {
          const writtenVersion = versions.get(id)
          // A deleted row has no new version. Any other row returns to the version before the operation.
          const body =
            writtenVersion === undefined ? { id } : { id, version: writtenVersion - 1, known: writtenVersion }
          return (await restoreRow(module, overlaps ? withAcceptedOverlaps(body, overlaps) : body)).version
        },
      )
    },
    /** Runs the operation again on the overlapping rows; the user has read and accepted the overlaps. */
    accept: async (result: BulkResult) => {
      const rows = result.rejected.filter(({ overlaps }) => overlaps).map(({ row }) => row)
      return lastRunOnRow.current && begin(rows, lastRunOnRow.current, result)
    },
    stop: () => abortController.current?.abort(),
  }
}
