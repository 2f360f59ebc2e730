import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { fileKinds, findFileKind } from '#contract/file-kinds.ts'
import type { FileValue } from '#contract/row.ts'
import type { Clock } from '#server/clock.ts'
import { lockExclusive } from '#server/db/locks.ts'
import type { Database, Tables } from '#server/db/client.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import { type RowToWrite, upsertRows } from '#server/engine/write/write-rows.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { storeFile } from '#server/files/store-file.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { isEmptyForum } from './is-empty-forum.ts'
import { documents, exhibitors, hallPlans, partners, sampleRows } from './rows.ts'

/** The `source` of every row of the sample, by which an import can remove the rows. */
export const sampleSource = 'sample'

/** Options of {@link fillSampleForum}. */
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
    const fileTarget = { trx, storage, now }
    const documentRows: RowToWrite[] = []
    // Files are stored one by one, because a transaction has one connection.
    for (const { row, fileName, downloadName } of documents)
      documentRows.push({
        ...row,
        file: await storeSampleFile(fileTarget, { fileName, downloadName, no: row.no }),
      })
    const counts: Record<string, number> = {}
    for (const [module, rows] of [...Object.entries(sampleRows), ['documents', documentRows] as const]) {
      const rowsWithFiles = await addFiles(fileTarget, module, rows)
      const rowsWithSource = rowsWithFiles.map((row) => ({ ...row, source: sampleSource }))
      const { inserted } = await upsertRows(trx, registry.get(module).definition, rowsWithSource, {
        now,
        secrets,
      })
      counts[module] = inserted
    }
    return counts
  })
}

/** Drawing above each news article, `files/news-{name}.webp`: its name by the article's number. Some have none. */
export const newsCovers: Readonly<Record<string, string>> = {
  '00017': 'canal',
  '20230710': 'offshore',
  '20230714': 'homes',
  '20230718': 'route',
  '20230729': 'roofs',
  '20230801': 'board',
  '20230808': 'batteries',
  '20230811': 'talk',
  '20230815': 'ship',
  '20230822': 'hall',
  '20230903': 'coach',
  '20230905': 'stage',
  '20230907': 'evening',
  '20230912': 'press',
}

/** The photo of every person of the sample: a drawing of nobody, by scripts/make-sample-pictures.ts. */
export const portraitFile = 'portrait.webp'

/** A file in the folder `files`. */
interface SampleFile {
  /** Name in the folder. */
  fileName: string
  /** Name of the download. */
  downloadName: string
  /** Number of the stored file; random when absent. */
  no?: string
}

/** A file and the field of the row that names it. */
interface Attachment extends SampleFile {
  module: string
  rowId: string
  field: string
}

/** Creates the cover of a live stream, `files/cover-{name}.webp`. */
const createCover = (rowId: string, name: string): Attachment => ({
  module: 'live_streams',
  rowId,
  field: 'cover',
  fileName: `cover-${name}.webp`,
  downloadName: '封面.webp',
})

const replayRow = { module: 'live_streams', rowId: 'replay-opening' }

/**
 * Files of rows. The pictures are drawn by scripts/make-sample-pictures.ts, and the film is recorded by
 * scripts/make-sample-film.ts. LAME encoded the bells from computed tones.
 */
export const attachments: readonly Attachment[] = [
  createCover('live-main', 'stage'),
  createCover('live-wind-solar', 'wind'),
  createCover('live-storage', 'screens'),
  createCover('live-closing', 'bridge'),
  createCover('replay-opening', 'stage'),
  createCover('live-photos', 'frames'),
  { ...replayRow, field: 'file', fileName: 'recording.mp4', downloadName: '开幕式回放.mp4' },
  { ...replayRow, field: 'low_file', fileName: 'sound.mp3', downloadName: '开幕式回放（声音）.mp3' },
  ...Object.entries(newsCovers).map(([no, name]) => ({
    module: 'informations',
    rowId: `n-${no}`,
    field: 'cover',
    fileName: `news-${name}.webp`,
    downloadName: '封面.webp',
  })),
  ...hallPlans.map(({ id, name }) => ({
    module: 'hall_plans',
    rowId: id,
    field: 'picture',
    fileName: `${id}.webp`,
    downloadName: `${name['zh-CN']}.webp`,
  })),
  ...exhibitors.map(({ id, booth }) => ({
    module: 'exhibitors',
    rowId: id,
    field: 'logo',
    fileName: `logo-${booth.toLowerCase()}.webp`,
    downloadName: `${booth}.webp`,
  })),
  ...partners.map(({ id, name }) => ({
    module: 'partners',
    rowId: id,
    field: 'logo',
    fileName: `partner-${id.replace(/^p-/, '')}.webp`,
    downloadName: `${name['zh-CN']}.webp`,
  })),
]

/** Where files of the sample are stored. */
export interface FileTarget {
  trx: Kysely<Tables>
  storage: FileStorage
  now: Date
}

/** Stores a file of the sample. @returns the value for a field of a row */
export async function storeSampleFile(
  { trx, storage, now }: FileTarget,
  { fileName, downloadName, ...fileOptions }: SampleFile,
): Promise<FileValue> {
  const kind = findFileKind(fileName)
  if (!kind) throw new TypeError(`the forum stores no files of the kind of ${fileName}`)
  const bytes = await readFile(new URL(`files/${fileName}`, import.meta.url))
  const file = { ...fileOptions, name: downloadName, mediaType: fileKinds[kind].mediaType, bytes }
  return storeFile(trx, storage, file, now)
}

/**
 * Stores the files of a module's rows and adds them to the rows. Every registration with an ID number gets a photo of
 * its own, because retention deletes the photo with the row.
 */
async function addFiles(
  fileTarget: FileTarget,
  module: string,
  rows: readonly RowToWrite[],
): Promise<RowToWrite[]> {
  const rowsWithFiles: RowToWrite[] = []
  for (const row of rows) {
    const files: Record<string, FileValue> = {}
    for (const { field, fileName, downloadName } of attachments.filter(
      (attachment) => attachment.module === module && attachment.rowId === row.id,
    ))
      files[field] = await storeSampleFile(fileTarget, { fileName, downloadName })
    // Only registrations have ID numbers.
    if ('id_number' in row)
      files['photo'] = await storeSampleFile(fileTarget, {
        fileName: portraitFile,
        downloadName: '证件照.webp',
      })
    rowsWithFiles.push({ ...row, ...files })
  }
  return rowsWithFiles
}
