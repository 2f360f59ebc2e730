import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from './local-files.ts'

/** Where the bytes of files are. Names, types and rights are in the table `files`. */
export interface FileStorage {
  /** Folder for what is still arriving, on the same disk. */
  readonly arrivals: string
  /** Puts bytes under a key; they are durable when it returns. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Takes a complete file from the folder for arrivals; it is durable under the key when it returns. */
  adopt(key: string, path: string): Promise<void>
  /** Streams the bytes from `start` to `end`, both included. */
  read(key: string, range: { start: number; end: number }): Readable
  /** Where the bytes lie, for a thread that reads them by itself. Whoever has a file open keeps it when it is removed. */
  locate(key: string): string
  /** The number of bytes under a key; undefined when there are none. */
  findSize(key: string): Promise<number | undefined>
  /** Takes the bytes under a key away, when there are any. */
  remove(key: string): Promise<void>
  /**
   * Writes and takes away again what a small row takes, once for all who ask meanwhile: anybody may ask, and a disk that
   * hangs must not hold a thread for each of them.
   * @throws when the disk takes nothing
   */
  probe(): Promise<void>
}

/** More than a disk without room keeps beside the names of files. */
const probeBytes = 16 * 1024

/** What people upload is for the server alone: other users of the machine have no look at it. */
const privateFolderMode = 0o700

/**
 * Keeps files in a folder, outside of anything that is served as it is.
 * @param folder made when it does not exist
 */
export function folderStorage(folder: string): FileStorage {
  const arrivals = join(folder, 'arrivals')
  const toPath = (key: string) => join(folder, validateKey(key))
  const adopt = async (key: string, path: string) => {
    await syncFile(path)
    await rename(path, toPath(key))
    await syncFolder(folder)
  }
  let probing: Promise<void> | undefined
  // What a killed process leaves here is swept.
  const probe = async (): Promise<void> => {
    const path = join(arrivals, randomUUID())
    try {
      await mkdir(arrivals, { recursive: true, mode: privateFolderMode })
      await writeWhole(path, new Uint8Array(probeBytes))
    } finally {
      await rm(path, { force: true })
    }
  }
  return {
    arrivals,
    write: async (key, bytes) => {
      await mkdir(arrivals, { recursive: true, mode: privateFolderMode })
      const path = join(arrivals, validateKey(key))
      try {
        await writeWhole(path, bytes)
        await adopt(key, path)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    adopt,
    read: (key, range) => createReadStream(toPath(key), range),
    locate: toPath,
    findSize: async (key) => {
      try {
        return (await stat(toPath(key))).size
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => rm(toPath(key), { force: true }),
    probe: () => {
      probing ??= probe().finally(() => {
        probing = undefined
      })
      return probing
    },
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
  } finally {
    await file.close()
  }
}

/** Its bytes are on the disk before its name is: after a power cut a file is whole or not there. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Keys are made by the server; anything else than a uuid is a mistake that must not become a path. */
function validateKey(key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new TypeError('a storage key must be a uuid')
  return key
}
