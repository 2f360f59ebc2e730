import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStorage } from '#server/files/storage.ts'

/** Files that lie beside the stored ones until they all take their places. */
export interface StagedFiles {
  write(key: string, bytes: Readable): Promise<void>
  /** Gives every file its place in the storage. */
  publish(): Promise<void>
  /** Takes away what was not published. */
  discard(): Promise<void>
}

const prefix = 'restore-'

/** Opens a place in the folder for arrivals, and takes away what restores that were killed left there. */
export async function stageFiles(storage: FileStorage): Promise<StagedFiles> {
  await mkdir(storage.arrivals, { recursive: true, mode: 0o700 })
  for (const name of await readdir(storage.arrivals))
    if (name.startsWith(prefix)) await rm(join(storage.arrivals, name), { recursive: true })
  const stage = join(storage.arrivals, `${prefix}${randomUUID()}`)
  await mkdir(stage)
  const keys: string[] = []
  return {
    write: async (key, bytes) => {
      await pipeline(bytes, createWriteStream(join(stage, key), { flags: 'wx' }))
      keys.push(key)
    },
    publish: async () => {
      for (const key of keys) await storage.adopt(key, join(stage, key))
    },
    discard: () => rm(stage, { recursive: true, force: true }),
  }
}
