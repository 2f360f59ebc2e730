/**
 * A separate process that opens uploaded files. It can be killed at any time, can write only into the folder for
 * arrivals, and knows nothing of the server. `checker.ts` starts it.
 */
import { Worker } from 'node:worker_threads'
import { InvalidFileError } from './invalid-file-error.ts'
import type { CheckTask, CheckVerdict } from './checker.ts'

/** Memory limit of a check with all libraries, in bytes: a picture of 25 megapixels takes 200 MB. */
const maxResidentBytes = 512 * 1024 * 1024
/** Interval of looking at the memory: a check can take little more than the limit in between. */
const watchIntervalMs = 50

watchMemory()
// A signal to the process group must not end a check that the stopping server waits for.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(0))
process.on('message', (task: CheckTask) => {
  void run(task).then((verdict) => process.send?.(verdict))
})

async function run(task: CheckTask): Promise<CheckVerdict> {
  try {
    if (task.kind === 'pdf') await (await import('./pdf.ts')).checkPdf(task.path)
    else await (await import('./image.ts')).reencodeImage(task.path, task.kind, task)
    return { id: task.id, result: 'taken' }
  } catch (error) {
    if (error instanceof InvalidFileError) return { id: task.id, result: error.reason }
    return { id: task.id, result: (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'no_room' : 'failed' }
  }
}

/** A thread watches the memory, since a check that allocates too much blocks the main thread. */
function watchMemory(): void {
  const source = `setInterval(() => {
    if (process.memoryUsage.rss() > ${maxResidentBytes}) process.kill(process.pid, 'SIGKILL')
  }, ${watchIntervalMs})`
  new Worker(source, { eval: true }).unref()
}
