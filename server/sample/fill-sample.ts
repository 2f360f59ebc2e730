import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/clock.ts'
import { lockExclusive } from '#server/db/advisory-lock.ts'
import type { Database, Tables } from '#server/db/client.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { type RowToWrite, upsertRows } from '#server/engine/write/write-rows.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { storeFile } from '#server/files/store-file.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { addAttachments } from './attachments.ts'
import { documents, type SampleDocument } from './documents.ts'
import { isEmptyForum } from './is-empty.ts'
import { addPhotos } from './people/photos.ts'
import { sampleRows } from './rows.ts'

/** The `source` of every row of the sample, by which an import can take them out again. */
export const sampleSource = 'sample'

const pdfType = 'application/pdf'
const presentationType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

export interface SampleOptions {
  db: Database
  registry: Registry
  storage: FileStorage
  /** ID numbers of the sample are sealed as those of real people. */
  secrets: Secrets
  clock: Clock
}

/**
 * Fills an empty database with the sample forum, in one transaction.
 * @returns rows by module, or nothing when the database was not empty and stays as it is
 */
export async function fillSampleForum(options: SampleOptions): Promise<Record<string, number> | undefined> {
  const { db, registry, storage, secrets, clock } = options
  const now = clock.now()
  return await db.transaction(async (trx) => {
    // Servers that start together on an empty database must not both find it empty.
    await lockExclusive(trx, 'sample')
    if (!(await isEmptyForum(trx, registry))) return undefined
    const files = await storeDocuments(trx, storage, now)
    const counts: Record<string, number> = {}
    for (const [module, rows] of [...Object.entries(sampleRows), ['documents', files] as const]) {
      const marked: RowToWrite[] = rows.map((row) => ({ ...row, source: sampleSource }))
      const filed = await addAttachments({ trx, storage, now }, module, marked)
      const whole = await addPhotos(trx, storage, filed, now)
      const { inserted } = await upsertRows(trx, registry.get(module).definition, whole, { now, secrets })
      counts[module] = inserted
    }
    return counts
  })
}

/** Stores the files one by one, since a transaction has one connection. */
async function storeDocuments(trx: Kysely<Tables>, storage: FileStorage, now: Date): Promise<RowToWrite[]> {
  const rows: RowToWrite[] = []
  for (const document of documents) {
    rows.push({ ...document.row, file: await storeDocument(trx, storage, document, now) })
  }
  return rows
}

async function storeDocument(
  trx: Kysely<Tables>,
  storage: FileStorage,
  { row, fileName, downloadName }: SampleDocument,
  now: Date,
) {
  const bytes = await readFile(new URL(`files/${fileName}`, import.meta.url))
  const mediaType = fileName.endsWith('.pdf') ? pdfType : presentationType
  const file = { no: row.no, name: downloadName, mediaType, bytes }
  return await storeFile(trx, storage, file, now)
}
