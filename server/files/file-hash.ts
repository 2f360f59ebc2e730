import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

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
