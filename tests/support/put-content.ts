import { join } from 'node:path'
import { documents } from '../../contract/modules/documents.ts'
import { informations } from '../../contract/modules/informations.ts'
import type { FileValue } from '../../contract/row.ts'
import { openDatabase } from '../../server/db/client.ts'
import { writeRows } from '../../server/engine/write-rows.ts'
import { folderStorage } from '../../server/files/storage.ts'
import { storeFile, type FileToStore } from '../../server/files/store.ts'
import type { ForumProcess } from './forum-process.ts'

/** Publishes a document with this file beside a running forum; one with the same id gets the file in place of its own. */
export async function putDocument(forum: ForumProcess, id: string, file: FileToStore): Promise<FileValue> {
  const stored = await put(forum, documents, id, 'file', file)
  await untilShown(forum, '/download', stored)
  return stored
}

/** Publishes an article of news with this picture beside a running forum. */
export async function putNews(forum: ForumProcess, id: string, cover: FileToStore): Promise<void> {
  await untilShown(forum, '/news', await put(forum, informations, id, 'cover', cover))
}

/** Of the days of the forum: newer than the sample's. */
const publishedAt = '2023-09-06T01:00:00Z'

async function put(
  forum: ForumProcess,
  definition: typeof documents | typeof informations,
  id: string,
  field: 'file' | 'cover',
  file: FileToStore,
): Promise<FileValue> {
  const db = await openDatabase({ dataDir: forum.dataDir })
  const storage = folderStorage(join(forum.dataDir, 'files'))
  const stored = await db.transaction(async (trx) => {
    const value = await storeFile(trx, storage, file)
    const title = { 'zh-CN': file.name, en: file.name }
    const row = { id, no: id, title, published_at: publishedAt, status: 'published', [field]: value }
    await writeRows(trx, definition, [row], { now: new Date() })
    return value
  })
  await db.close()
  return stored
}

/** The forum looks for changes of its lists once a second. */
async function untilShown(forum: ForumProcess, path: string, { no }: FileValue): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const page = await fetch(forum.url + path, { headers: { accept: 'text/html' } })
    if ((await page.text()).includes(no)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The forum does not show the file ${no}`)
}
