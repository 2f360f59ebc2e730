import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload as TusUpload } from '@tus/server'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/client.ts'
import { toStorageError, writeIncomingFile } from './write-incoming.ts'
import { deleteUpload } from './upload-rows.ts'

const ownerOnlyMode = 0o600

/**
 * Keeps what has arrived of resumable uploads in a folder, and what is known of them in the table `uploads`: whoever
 * takes up an upload may be another process. How far it has come is how long its file is.
 */
export class ResumableStore extends DataStore {
  readonly #kysely: Kysely<Tables>
  readonly #folder: string

  constructor(kysely: Kysely<Tables>, folder: string) {
    super()
    this.#kysely = kysely
    this.#folder = folder
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  /** The row is there already: it was written when the upload was let in. */
  override async create(upload: TusUpload): Promise<TusUpload> {
    try {
      await mkdir(this.#folder, { recursive: true })
      await (await open(this.pathOf(upload.id), 'wx', ownerOnlyMode)).close()
    } catch (error) {
      await deleteUpload(this.#kysely, upload.id)
      throw toStorageError(error)
    }
    return upload
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { size = 0 } = await this.getUpload(id)
    return offset + (await writeIncomingFile(source, this.pathOf(id), size - offset, offset))
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const row = await this.#kysely
      .selectFrom('uploads')
      .select(['size_bytes', 'file_no'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw ERRORS.FILE_NOT_FOUND
    // What has become a file has arrived, wherever its bytes are now.
    if (row.file_no !== null) return new TusUpload({ id, size: row.size_bytes, offset: row.size_bytes })
    const { size: offset } = await stat(this.pathOf(id))
    return new TusUpload({ id, size: row.size_bytes, offset })
  }

  override async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    await deleteUpload(this.#kysely, id)
  }

  /** Where the bytes are. @param id a number of our own making, whose row was found */
  pathOf(id: string): string {
    return join(this.#folder, id)
  }
}
