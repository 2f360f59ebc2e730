import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { toInstant } from '#contract/time.ts'
import type { Database } from '#server/db/client.ts'
import type { FindDeletionTime } from '#server/db/deletion-clock.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { markUnreferenced } from '../files/references.ts'
import { listFileFields, listImageFields } from '#server/engine/field-types/index.ts'
import type { FileStorage } from '../files/storage.ts'
import { alreadyExpiredAt, incomingFileTtlMs, sweepEveryMs } from '#server/files/store-file.ts'

/** Dependencies of a sweep. */
export interface SweepContext {
  db: Database
  registry: Registry
  storage: FileStorage
  now: () => Date
}

/** Numbers of deleted items. */
export interface SweepResult {
  tickets: number
  uploads: number
  files: number
  /** Files in the folder for incomplete uploads that no upload owns. */
  arrivals: number
}

/** Maximum rows per statement. */
const chunkRows = 500

/**
 * Deletes expired tickets and uploads, unreferenced files, and leftovers of killed processes. Several processes may
 * sweep at the same time; each row is deleted by one of them.
 * @param time current time; undefined while the clock is not trusted: then only items are deleted that expire at
 * `alreadyExpiredAt`
 */
export async function sweepFiles(context: SweepContext, time: Date | undefined): Promise<SweepResult> {
  const { db, storage } = context
  const at = time ? toInstant(time) : alreadyExpiredAt
  const tickets = await db.kysely
    .deleteFrom('upload_tickets')
    .where('expires_at', '<=', at)
    .executeTakeFirst()
  const uploads = await db.kysely
    .deleteFrom('uploads')
    .where('expires_at', '<=', at)
    .returning('id')
    .execute()
  for (const { id } of uploads) {
    await rm(join(storage.arrivals, id), { force: true })
    // A finished upload's bytes are stored under its id. A killed process may have stored them without adding the file.
    if (!(await isStored(db, id))) await storage.remove(id)
  }
  await deleteOrphanedReferences(context)
  return {
    tickets: Number(tickets.numDeletedRows),
    uploads: uploads.length,
    files: await deleteUnused(context, at),
    // Their age is by the clock, which is not trusted without a time.
    arrivals: time ? await removeLeftovers(context) : 0,
  }
}

/** Sweeps at once and then every ten minutes. @returns a function that stops it and waits for a running sweep */
export function sweepRegularly(
  context: SweepContext,
  findDeletionTime: FindDeletionTime,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const sweep = () => {
    running = findDeletionTime()
      .then((time) => sweepFiles(context, time))
      .catch(onFailure)
  }
  sweep()
  const timer = setInterval(sweep, sweepEveryMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Returns whether a row of `files` has the bytes under this storage key. */
async function isStored({ kysely }: Database, key: string): Promise<boolean> {
  return (
    (await kysely.selectFrom('files').select('no').where('storage_key', '=', key).executeTakeFirst()) !==
    undefined
  )
}

/** Deletes unused files. The row goes first: bytes without a row are harmless, a row without bytes is broken. */
async function deleteUnused({ db, storage }: SweepContext, at: string): Promise<number> {
  const deletedFiles = await db.kysely
    .deleteFrom('files')
    .where('expires_at', '<=', at)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('file_references').select('no').whereRef('file_references.no', '=', 'files.no'),
        ),
      ),
    )
    .returning('storage_key')
    .execute()
  for (const { storage_key: key } of deletedFiles) await storage.remove(key)
  return deletedFiles.length
}

/** Deletes references of rows that no longer exist. Their files expire a day later. */
async function deleteOrphanedReferences({ db, registry, now }: SweepContext): Promise<void> {
  for (const { definition } of registry.modules) {
    const { name, fields } = definition
    if (listFileFields(fields).length + listImageFields(fields).length === 0) continue
    await db.transaction(async (trx) => {
      const deletedReferences = await trx
        .deleteFrom('file_references')
        .where('module', '=', name)
        .where(
          sql<boolean>`not exists (select 1 from ${sql.id(name)} where ${sql.ref(`${name}.id`)} = file_references.row_id)`,
        )
        .returning('no')
        .execute()
      const nos = [...new Set(deletedReferences.map(({ no }) => no))]
      for (let start = 0; start < nos.length; start += chunkRows)
        await markUnreferenced(trx, nos.slice(start, start + chunkRows), now())
    })
  }
}

/** Deletes files in the folder for incomplete uploads that belong to no upload and have not grown for a while. */
async function removeLeftovers({ db, storage }: SweepContext): Promise<number> {
  let removedCount = 0
  for (const name of await listFileNames(storage.arrivals)) {
    const path = join(storage.arrivals, name)
    const changedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    // Uses the system clock of the disk, because the forum's clock may be set.
    if (changedMs === undefined || Date.now() - changedMs < incomingFileTtlMs) continue
    const upload = await db.kysely
      .selectFrom('uploads')
      .select('id')
      .where('id', '=', name)
      .executeTakeFirst()
    if (upload) continue
    await rm(path, { force: true })
    removedCount += 1
  }
  return removedCount
}

/** Lists the files of a folder; none when there is no such folder, because nothing was uploaded yet. */
async function listFileNames(folder: string): Promise<string[]> {
  const names: string[] = []
  try {
    for await (const entry of await opendir(folder)) if (entry.isFile()) names.push(entry.name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return names
}
