import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldIssue } from '#contract/envelope.ts'
import { createId } from '#lib/create-id.ts'
import { withAcceptedOverlaps } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { invalidateRows } from '../data/queries.ts'
import { runRowOperation, restoreRow, type RowOperation } from '../data/row-operations.ts'
import { runBulk, type BulkSuccess, type BulkResult } from './run-bulk.ts'

/** A run over several rows; `result` is set at its end. */
export interface BulkRun {
  total: number
  tried: number
  result: BulkResult | undefined
}

/** Runs the operation on one row; `overlaps` are those that the user accepts. */
type BulkWork = (row: Row, overlaps: readonly FieldIssue[] | undefined) => Promise<number | undefined>

/**
 * Runs operations over rows, one run at a time; unmounting stops it.
 * @param onEnd called with the result at the end of each run
 */
export function useBulkRun(module: string, onEnd: (result: BulkResult) => void) {
  const client = useQueryClient()
  const [run, setRun] = useState<BulkRun>()
  const stopping = useRef<AbortController>(undefined)
  /** An idempotency key for each row, so that a request with a lost response has no second effect. */
  const keys = useRef(new Map<string, string>())
  const lastWork = useRef<BulkWork>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  async function begin(rows: readonly Row[], work: BulkWork, before?: BulkResult) {
    lastWork.current = work
    const accepted = new Map(before?.refused.map(({ row, overlaps }) => [row.id, overlaps]))
    const retriedIds = new Set(rows.map(({ id }) => id))
    const refusedBefore = before?.refused.filter(({ row }) => !retriedIds.has(row.id)) ?? []
    stopping.current = new AbortController()
    setRun({ total: rows.length, tried: 0, result: undefined })
    const onProgress = (tried: number) => setRun((now) => now && { ...now, tried })
    const workOn = (row: Row) => work(row, accepted.get(row.id))
    const result = await runBulk(rows, workOn, { signal: stopping.current.signal, onProgress })
    const merged = before
      ? { ...result, done: [...before.done, ...result.done], refused: [...refusedBefore, ...result.refused] }
      : result
    invalidateRows(client, module)
    onEnd(merged)
    setRun({ total: rows.length, tried: rows.length, result: merged })
    return merged
  }

  const getKey = ({ id }: Row) => {
    const key = keys.current.get(id) ?? createId()
    keys.current.set(id, key)
    return key
  }
  // Accepted overlaps change the body, so the request needs a key of its own.
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
    /** Runs the operation on each of the rows; `before` is the result of the stopped run that this one resumes. */
    start: (rows: readonly Row[], operation: RowOperation, before?: BulkResult) =>
      begin(rows, (row, overlaps) => runOperation(row, operation, overlaps), before),
    /** Undoes the operation on rows that have not changed since. */
    undo: (done: readonly BulkSuccess[]) => {
      const versions = new Map(done.map(({ row, version }) => [row.id, version]))
      return begin(
        done.map(({ row }) => row),
        async ({ id }, overlaps) => {
          const made = versions.get(id)
          const body = made === undefined ? { id } : { id, version: made - 1, known: made }
          return (await restoreRow(module, overlaps ? withAcceptedOverlaps(body, overlaps) : body)).version
        },
      )
    },
    /** Runs the operation again on the overlapping rows; the user has read and accepted the overlaps. */
    accept: async (result: BulkResult) => {
      const rows = result.refused.filter(({ overlaps }) => overlaps).map(({ row }) => row)
      return lastWork.current && begin(rows, lastWork.current, result)
    },
    stop: () => stopping.current?.abort(),
  }
}
