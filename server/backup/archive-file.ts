import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pack as createPack, type Pack } from 'tar-stream'

/** What people entrusted to the forum is in it: for the operator's own eyes. */
const archiveMode = 0o600

/**
 * Makes a tar file that is there whole and durable, or not at all: written beside under another name, synced, renamed.
 * A file of that name is replaced at the end only.
 */
export async function writeArchive<Result>(
  path: string,
  fill: (pack: Pack) => Promise<Result>,
): Promise<Result> {
  const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}.partial`)
  const pack = createPack()
  try {
    const written = pipeline(
      pack,
      createWriteStream(partial, { flags: 'wx', mode: archiveMode, flush: true }),
    )
    // Both are awaited below; whichever fails first ends the other.
    const filled = fill(pack).catch((error: unknown) => {
      pack.destroy(error as Error)
      throw error
    })
    const [outcome] = await Promise.allSettled([filled, written])
    if (outcome.status === 'rejected') throw await firstCause(written, outcome.reason)
    await written
    await rename(partial, path)
    await syncFolder(dirname(path))
    return outcome.value
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** A full disk ends the writing, and by that the filling too, with an error that says less. */
async function firstCause(written: Promise<void>, reason: unknown): Promise<unknown> {
  return written.then(
    () => reason,
    (error: NodeJS.ErrnoException) => (error.code?.startsWith('E') && error.syscall ? error : reason),
  )
}

async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
