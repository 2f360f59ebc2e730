import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { pack as createPack, type Pack } from 'tar-stream'
import { writeFileAtomically, privateFileMode } from '#server/files/atomic-file.ts'

/** Makes a tar file that is there whole and durable, or not at all. */
export function writeArchive<Result>(path: string, fill: (pack: Pack) => Promise<Result>): Promise<Result> {
  return writeFileAtomically(path, async (partial) => {
    const pack = createPack()
    const written = pipeline(
      pack,
      createWriteStream(partial, { flags: 'wx', mode: privateFileMode, flush: true }),
    )
    // Both are awaited below; whichever fails first ends the other.
    const filled = fill(pack).catch((error: unknown) => {
      pack.destroy(error as Error)
      throw error
    })
    const [outcome] = await Promise.allSettled([filled, written])
    if (outcome.status === 'rejected') throw await firstCause(written, outcome.reason)
    await written
    return outcome.value
  })
}

/** A full disk ends the writing, and by that the filling too, with an error that says less. */
async function firstCause(written: Promise<void>, reason: unknown): Promise<unknown> {
  return written.then(
    () => reason,
    (error: NodeJS.ErrnoException) => (error.code?.startsWith('E') && error.syscall ? error : reason),
  )
}
