import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where the bytes of files are. Names, types and rights are in the table `files`. */
export interface FileStorage {
  /** Puts bytes under a key; they are durable when it returns. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Streams the bytes from `start` to `end`, both included. */
  read(key: string, range: { start: number; end: number }): Readable
  /** The number of bytes under a key; undefined when there are none. */
  findSize(key: string): Promise<number | undefined>
}

/**
 * Keeps files in a folder, outside of anything that is served as it is.
 * @param folder made when it does not exist
 */
export function folderStorage(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, checkedKey(key))
  return {
    write: async (key, bytes) => {
      await mkdir(folder, { recursive: true })
      await writeDurably(folder, pathOf(key), bytes)
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    findSize: async (key) => {
      try {
        return (await stat(pathOf(key))).size
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}

/** Written beside, synced, then renamed, and the folder synced: after a power cut the file is whole or not there. */
async function writeDurably(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const partial = `${path}.partial`
  try {
    const file = await open(partial, 'w')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Keys are made by the server; anything else than a uuid is a mistake that must not become a path. */
function checkedKey(key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new TypeError('a storage key must be a uuid')
  return key
}
