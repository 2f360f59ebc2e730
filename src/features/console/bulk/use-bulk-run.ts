import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldIssue } from '#contract/envelope.ts'
import { createId } from '#lib/create-id.ts'
import { withAcceptedOverlaps } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { invalidateRows } from '../data/queries.ts'
import { runRowOperation, restoreRow, type RowOperation } from '../data/row-operations.ts'
import { runBulk, type BulkSuccess, type BulkResult } from './run-bulk.ts'

/** A run over several rows: under way, or at its end. */
export interface BulkRun {
  total: number
  tried: number
  result: BulkResult | undefined
}

/** Does it with one row; `overlaps` are those that the person accepts. */
type BulkWork = (row: Row, overlaps: readonly FieldIssue[] | undefined) => Promise<number | undefined>

/**
 * Runs over rows, one run at a time; leaving stops it.
 * @param onEnd told what is left of the rows at each end
 */
export function useBulkRun(module: string, onEnd: (result: BulkResult) => void) {
  const client = useQueryClient()
  const [run, setRun] = useState<BulkRun>()
  const stopping = useRef<AbortController>(undefined)
  /** One for each row: whatever was lost on the way back is not done twice. */
  const keys = useRef(new Map<string, string>())
  const lastWork = useRef<BulkWork>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  async function begin(rows: readonly Row[], work: BulkWork, before?: BulkResult) {
    lastWork.current = work
    const accepted = new Map(before?.refused.map(({ row, overlaps }) => [row.id, overlaps]))
    const isAgain = new Set(rows.map(({ id }) => id))
    const refusedBefore = before?.refused.filter(({ row }) => !isAgain.has(row.id)) ?? []
    stopping.current = new AbortController()
    setRun({ total: rows.length, tried: 0, result: undefined })
    const onProgress = (tried: number) => setRun((now) => now && { ...now, tried })
    const workOn = (row: Row) => work(row, accepted.get(row.id))
    const result = await runBulk(rows, workOn, { signal: stopping.current.signal, onProgress })
    const whole = before
      ? { ...result, done: [...before.done, ...result.done], refused: [...refusedBefore, ...result.refused] }
      : result
    invalidateRows(client, module)
    onEnd(whole)
    setRun({ total: rows.length, tried: rows.length, result: whole })
    return whole
  }

  const keyOf = ({ id }: Row) => {
    const key = keys.current.get(id) ?? createId()
    keys.current.set(id, key)
    return key
  }
  // What was accepted is part of the body, so it is a call of its own.
  const doAccepting = (row: Row, deed: RowOperation, overlaps: readonly FieldIssue[] | undefined) =>
    overlaps && deed.kind === 'action'
      ? runRowOperation(module, row, { ...deed, body: withAcceptedOverlaps(deed.body, overlaps) }, createId())
      : runRowOperation(module, row, deed, keyOf(row))
  return {
    run,
    /** Does it with each of the rows; going on, with what a run before had come to. */
    start: (rows: readonly Row[], deed: RowOperation, before?: BulkResult) =>
      begin(rows, (row, overlaps) => doAccepting(row, deed, overlaps), before),
    /** Takes it back where it was done and nobody wrote since. */
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
    /** Does it once more with the rows that would stand beside others: the person has read which, and accepts that. */
    accept: async (result: BulkResult) => {
      const rows = result.refused.filter(({ overlaps }) => overlaps).map(({ row }) => row)
      return lastWork.current && begin(rows, lastWork.current, result)
    },
    stop: () => stopping.current?.abort(),
  }
}
