import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
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

/** Stages in the folder for arrivals, where a sweep finds what a restore that was killed left. */
export async function stageFiles(storage: FileStorage): Promise<StagedFiles> {
  await mkdir(storage.arrivals, { recursive: true, mode: 0o700 })
  const staged = new Map<string, string>()
  return {
    write: async (key, bytes) => {
      const path = join(storage.arrivals, `${key}.restore`)
      staged.set(key, path)
      await pipeline(bytes, createWriteStream(path))
    },
    publish: async () => {
      for (const [key, path] of staged) await storage.adopt(key, path)
    },
    discard: async () => {
      for (const path of staged.values()) await rm(path, { force: true })
    },
  }
}
