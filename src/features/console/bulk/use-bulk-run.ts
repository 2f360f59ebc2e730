import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newId } from '#lib/new-id.ts'
import type { Row } from '../reading/console-calls.ts'
import { askAnew } from '../reading/queries.ts'
import { doWithRow, restoreRow, type RowDeed } from '../reading/row-deeds.ts'
import { runBulk, type BulkDone, type BulkResult } from './run-bulk.ts'

/** A run over several rows: under way, or at its end. */
export interface BulkRun {
  total: number
  tried: number
  result: BulkResult | undefined
}

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
  useEffect(() => () => stopping.current?.abort(), [])

  async function begin(
    rows: readonly Row[],
    work: (row: Row) => Promise<number | undefined>,
    before?: BulkResult,
  ) {
    stopping.current = new AbortController()
    setRun({ total: rows.length, tried: 0, result: undefined })
    const onProgress = (tried: number) => setRun((now) => now && { ...now, tried })
    const result = await runBulk(rows, work, { signal: stopping.current.signal, onProgress })
    const whole = before
      ? { ...result, done: [...before.done, ...result.done], refused: [...before.refused, ...result.refused] }
      : result
    askAnew(client, module)
    onEnd(whole)
    setRun({ total: rows.length, tried: rows.length, result: whole })
    return whole
  }

  const keyOf = ({ id }: Row) => {
    const key = keys.current.get(id) ?? newId()
    keys.current.set(id, key)
    return key
  }
  return {
    run,
    /** Does it with each of the rows; going on, with what a run before had come to. */
    start: (rows: readonly Row[], deed: RowDeed, before?: BulkResult) =>
      begin(rows, (row) => doWithRow(module, row, deed, keyOf(row)), before),
    /** Takes it back where it was done and nobody wrote since. */
    undo: (done: readonly BulkDone[]) => {
      const versions = new Map(done.map(({ row, version }) => [row.id, version]))
      return begin(
        done.map(({ row }) => row),
        async ({ id }) => {
          const made = versions.get(id)
          const body = made === undefined ? { id } : { id, version: made - 1, known: made }
          return (await restoreRow(module, body)).version
        },
      )
    },
    stop: () => stopping.current?.abort(),
  }
}
