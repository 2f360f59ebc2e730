import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeliveryError, errorCode } from './transport.ts'

/** Messages name people: only the server's own user may look. */
const folderMode = 0o700
const fileMode = 0o600

/** A folder in which each message is a file. */
export interface MessageFolder {
  /**
   * Writes the file of a message; a second try writes the same file. It is there whole or not at all.
   * @throws DeliveryError when the folder cannot be written to
   */
  write(id: string, content: string | Uint8Array): Promise<void>
  /** Removes the files of these messages. */
  remove(ids: readonly string[]): Promise<void>
}

/** @param extension of its files, with the dot */
export function messageFolder(folder: string, extension: string): MessageFolder {
  const pathOf = (id: string): string => join(folder, `${id}${extension}`)
  return {
    write: async (id, content) => {
      const partial = `${pathOf(id)}.partial`
      try {
        await mkdir(folder, { recursive: true, mode: folderMode })
        await writeFile(partial, content, { mode: fileMode })
        await rename(partial, pathOf(id))
      } catch (error) {
        await rm(partial, { force: true }).catch(() => {})
        throw new DeliveryError('provider', errorCode(error))
      }
    },
    remove: async (ids) => {
      for (const id of ids)
        for (const path of [pathOf(id), `${pathOf(id)}.partial`]) await rm(path, { force: true })
    },
  }
}
