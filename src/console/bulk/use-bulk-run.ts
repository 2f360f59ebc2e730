import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldIssue } from '#contract/envelope.ts'
import { createId } from '#platform/create-id.ts'
import { withAcceptedOverlaps } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { invalidateRows } from '../data/queries.ts'
import { runRowOperation, restoreRow, type RowOperation } from '../data/row-operations.ts'
import { runBulk, type BulkSuccess, type BulkResult } from './run-bulk.ts'

/** A run over several rows; `result` is set at its end. */
export interface BulkRun {
  total: number
  triedCount: number
  result: BulkResult | undefined
}

/** Runs the operation on one row. The user accepts the overlaps with the rows in `overlaps`. */
type RunOnRow = (row: Row, overlaps: readonly FieldIssue[] | undefined) => Promise<number | undefined>

/**
 * Runs operations over rows, one run at a time; unmounting stops it.
 * @param onEnd called with the result at the end of each run
 */
export function useBulkRun(module: string, onEnd: (result: BulkResult) => void) {
  const client = useQueryClient()
  const [run, setRun] = useState<BulkRun>()
  const abortController = useRef<AbortController>(undefined)
  /** An idempotency key for each row, so that a request with a lost response has no second effect. */
  const idempotencyKeys = useRef(new Map<string, string>())
  const lastRunOnRow = useRef<RunOnRow>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])

  async function begin(rows: readonly Row[], runOnRow: RunOnRow, previousResult?: BulkResult) {
    lastRunOnRow.current = runOnRow
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
