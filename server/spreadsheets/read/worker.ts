/** The thread that reads untrusted files. `open-sheet.ts` starts it and requests one batch after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { InvalidSheetError } from '../invalid-sheet-error.ts'
import type { WorkerMessage, SheetSource, SheetTask } from './sheet-source.ts'

const task = workerData as SheetTask
let source: SheetSource

await post(async () => {
  source = await open()
  return { kind: 'opened', reading: source.reading }
})
parentPort?.on('message', () => {
  void post(async () => {
    const batch = await source.batches.next()
    return batch.done ? { kind: 'end' } : { kind: 'rows', rows: batch.value }
  })
})

async function open(): Promise<SheetSource> {
  if (task.kind === 'csv') return (await import('./csv/csv-source.ts')).openCsv(task)
  return (await import('./xlsx/xlsx-source.ts')).openXlsx(task)
}

/** Sends the created message to the server's thread, or the reason why it could not be created. */
async function post(create: () => Promise<WorkerMessage>): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await create().catch(toFailedMessage))
}

/** An error in a parser means an invalid file; its message becomes the cause. */
function toFailedMessage(error: unknown): WorkerMessage {
  const sheetError =
    error instanceof InvalidSheetError ? error : new InvalidSheetError('unreadable', {}, error)
  const cause = sheetError.cause instanceof Error ? sheetError.cause.message : ''
  return { kind: 'failed', reason: sheetError.reason, params: sheetError.params, cause }
}
