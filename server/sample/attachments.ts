import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { fileKinds, findFileKind } from '#contract/file-kinds.ts'
import type { Tables } from '#server/db/client.ts'
import type { RowToWrite } from '#server/engine/write/write-rows.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { storeFile } from '#server/files/store-file.ts'
import { exhibitors } from './exhibitors.ts'
import { hallPlans } from './hall-plans.ts'
import { newsCovers } from './news/covers.ts'
import { partners } from './partners.ts'

/** A file of a row: where it lies in the folder `files`, and the name under which people save it. */
export interface Attachment {
  module: string
  rowId: string
  field: string
  fileName: string
  downloadName: string
}

const cover = (rowId: string, name: string): Attachment => ({
  module: 'live_streams',
  rowId,
  field: 'cover',
  fileName: `cover-${name}.webp`,
  downloadName: '封面.webp',
})

const replay = { module: 'live_streams', rowId: 'replay-opening' }

/**
 * Files of rows that have some. The pictures are drawn by scripts/make-sample-pictures.ts,
 * scripts/make-sample-news-covers.ts and scripts/make-sample-logos.ts, the film is recorded by
 * scripts/make-sample-film.ts, the bells were made by LAME of tones that were computed.
 */
export const attachments: readonly Attachment[] = [
  cover('live-main', 'stage'),
  cover('live-wind-solar', 'wind'),
  cover('live-storage', 'screens'),
  cover('live-closing', 'bridge'),
  cover('replay-opening', 'stage'),
  cover('live-photos', 'frames'),
  { ...replay, field: 'file', fileName: 'recording.mp4', downloadName: '开幕式回放.mp4' },
  { ...replay, field: 'low_file', fileName: 'sound.mp3', downloadName: '开幕式回放（声音）.mp3' },
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

export interface AttachmentDeps {
  trx: Kysely<Tables>
  storage: FileStorage
  now: Date
}

/** Stores the files of a module's rows one by one, as a transaction has one connection, and puts them into the rows. */
export async function addAttachments(
  { trx, storage, now }: AttachmentDeps,
  module: string,
  rows: readonly RowToWrite[],
): Promise<RowToWrite[]> {
  const whole: RowToWrite[] = []
  for (const row of rows) {
    const files: Record<string, unknown> = {}
    for (const one of attachments.filter((each) => each.module === module && each.rowId === row.id)) {
      const kind = findFileKind(one.fileName)
      if (!kind) throw new TypeError(`${one.fileName} is of no kind that the forum keeps`)
      const bytes = await readFile(new URL(`files/${one.fileName}`, import.meta.url))
      const { mediaType } = fileKinds[kind]
      files[one.field] = await storeFile(trx, storage, { name: one.downloadName, mediaType, bytes }, now)
    }
    whole.push({ ...row, ...files })
  }
  return whole
}
