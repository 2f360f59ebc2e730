import { join } from 'node:path'
import { documents } from '../../contract/modules/documents.ts'
import type { FileValue } from '../../contract/row.ts'
import { upsertRows } from '../../server/engine/write/write-rows.ts'
import { folderStorage } from '../../server/files/storage.ts'
import { storeFile, type NewFile } from '../../server/files/store-file.ts'
import type { ForumProcess } from './forum-process.ts'
import { until } from './outgoing.ts'
import { besideForum } from './participants.ts'

/** Publishes a document with this file beside a running forum; an existing document with the id gets the file. */
export async function putDocument(forum: ForumProcess, id: string, file: NewFile): Promise<FileValue> {
  const storage = folderStorage(join(forum.dataDir, 'files'))
  const title = { 'zh-CN': file.name, en: file.name }
  const row = { id, no: id, title, published_at: '2023-09-06T01:00:00Z', status: 'published' }
  const stored = await besideForum(forum, undefined, (db) =>
    db.transaction(async (trx) => {
      const value = await storeFile(trx, storage, file)
      await upsertRows(trx, documents, [{ ...row, file: value }], { now: new Date() })
      return value
    }),
  )
  // The forum checks its lists for changes once a second.
  const asPage = { headers: { accept: 'text/html' } }
  const findShown = async () => (await fetch(`${forum.url}/download`, asPage)).text()
  await until(async () => (await findShown()).includes(stored.no), `the document ${id}`)
  return stored
}
