import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from './local-files.ts'

/** Storage for the bytes of files, by a key (`files.storage_key`). Names, types and permissions are in the table `files`. */
export interface FileStorage {
  /** Folder for incomplete uploads, on the same disk. */
  readonly arrivals: string
  /** Writes bytes under a key; they are durable when it returns. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Moves a complete file from the folder for arrivals; it is durable under the key when it returns. */
  adopt(key: string, path: string): Promise<void>
  /** Streams the bytes from `start` to `end`, both included. */
  read(key: string, range: { start: number; end: number }): Readable
  /** Gets the path of the bytes, for a thread that reads them. An open file stays readable after it is removed. */
  locate(key: string): string
  /** Finds the number of bytes under a key; undefined when there are none. */
  findSize(key: string): Promise<number | undefined>
  /** Removes the bytes under a key, if any. */
  remove(key: string): Promise<void>
  /**
   * Writes and removes a small file to test the disk. Concurrent calls share one test: anybody can ask for it, and a
   * disk that hangs must not block a thread for each call.
   * @throws when the disk cannot be written to
   */
  probe(): Promise<void>
}

/** Size of the test file. A tiny one would succeed on a full disk, in the space that a file system has for names. */
const probeBytes = 16 * 1024

/** Mode of folders: uploads are private to the server, and other users of the machine cannot read them. */
const privateFolderMode = 0o700

/**
 * Creates a storage in a folder, which no route serves directly.
 * @param folder created when it does not exist
 */
export function folderStorage(folder: string): FileStorage {
  const arrivals = join(folder, 'arrivals')
  const toPath = (key: string) => join(folder, validateKey(key))
  const adopt = async (key: string, path: string) => {
    await syncFile(path)
    await rename(path, toPath(key))
    await syncFolder(folder)
  }
  let runningProbe: Promise<void> | undefined
  // When the process is killed during the test, the sweep of old uploads removes the file.
  const probe = async (): Promise<void> => {
    const path = join(arrivals, randomUUID())
    try {
      await mkdir(arrivals, { recursive: true, mode: privateFolderMode })
      await writeBytes(path, new Uint8Array(probeBytes))
    } finally {
      await rm(path, { force: true })
    }
  }
  return {
    arrivals,
    // First into the folder for arrivals: a file under its key is always complete.
    write: async (key, bytes) => {
      await mkdir(arrivals, { recursive: true, mode: privateFolderMode })
      const path = join(arrivals, validateKey(key))
      try {
        await writeBytes(path, bytes)
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
      runningProbe ??= probe().finally(() => {
        runningProbe = undefined
      })
      return runningProbe
    },
  }
}

async function writeBytes(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
  } finally {
    await file.close()
  }
}

/** Syncs the bytes before the rename, so that after a power cut a file is complete or missing. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The server creates all keys. Anything but a UUID is a bug and must not become a path. */
function validateKey(key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new TypeError('a storage key must be a uuid')
  return key
}
