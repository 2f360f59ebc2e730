/** The thread that reads what strangers send. `reader.ts` starts it and asks it for one batch after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { InvalidSheetError } from '../invalid-sheet-error.ts'
import type { ReaderAnswer, SheetSource, SheetTask } from './sheet-source.ts'

const task = workerData as SheetTask
let source: SheetSource

await answer(async () => {
  source = await open()
  return { kind: 'opened', reading: source.reading }
})
parentPort?.on('message', () => {
  void answer(async () => {
    const batch = await source.batches.next()
    return batch.done ? { kind: 'end' } : { kind: 'rows', rows: batch.value }
  })
})

async function open(): Promise<SheetSource> {
  if (task.kind === 'csv') return (await import('./csv/csv-source.ts')).openCsv(task)
  return (await import('./xlsx/xlsx-source.ts')).openXlsx(task)
}

async function answer(find: () => Promise<ReaderAnswer>): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await find().catch(toRefusedAnswer))
}

/** What goes wrong in a parser is the file's fault; the cause says what it was. */
function toRefusedAnswer(error: unknown): ReaderAnswer {
  const refused = error instanceof InvalidSheetError ? error : new InvalidSheetError('unreadable', {}, error)
  const cause = refused.cause instanceof Error ? refused.cause.message : ''
  return { kind: 'refused', reason: refused.reason, params: refused.params, cause }
}
