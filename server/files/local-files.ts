import { randomUUID, createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Mode of files with personal data, such as backups: only the operating-system user of the server can read them. */
export const privateFileMode = 0o600

/**
 * Writes a file completely and durably, or not at all: under a temporary name first, renamed at the end. Until then an
 * existing file stays.
 * @param write writes the file at the temporary path, which must not exist yet, and syncs it
 */
export async function writeFileAtomically<Result>(
  path: string,
  write: (temporaryPath: string) => Promise<Result>,
): Promise<Result> {
  const temporaryPath = join(dirname(path), `.${basename(path)}.${randomUUID()}.partial`)
  try {
    const result = await write(temporaryPath)
    await rename(temporaryPath, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
}

/** Syncs a folder, so that the names in it are durable. */
export async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Size of the buffer, which is reused for each read: new buffers would cost garbage collection. */
const readBytes = 256 * 1024

/** Hashes a file. @returns SHA-256 in hexadecimal digits */
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
