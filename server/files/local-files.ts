import { randomUUID, createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** What people entrusted to the forum is in such files: for the operator's own eyes. */
export const privateFileMode = 0o600

/**
 * Makes a file that is there whole and durable, or not at all: written beside under another name, renamed at the end. A
 * file of that name is replaced then only.
 * @param write writes the file of the other name, which must not be there yet, and syncs it
 */
export async function writeFileAtomically<Result>(
  path: string,
  write: (partial: string) => Promise<Result>,
): Promise<Result> {
  const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}.partial`)
  try {
    const result = await write(partial)
    await rename(partial, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** One buffer for the whole file: nothing is left for the garbage collector. */
const readBytes = 256 * 1024

/** SHA-256 of a file, in hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(readBytes)
  const file = await open(path)
  try {
    for (let read = await file.read(buffer); read.bytesRead > 0; read = await file.read(buffer))
      hash.update(buffer.subarray(0, read.bytesRead))
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}
