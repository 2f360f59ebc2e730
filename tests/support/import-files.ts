import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '#server/db/client.ts'
import { importField } from '#server/files/find-files.ts'
import type { FileStorage } from '#server/files/storage.ts'

const mediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

interface ImportFile {
  owner: string
  module: string
  text: string | Buffer
  kind?: keyof typeof mediaTypes
}

/** Stores a table as a user's upload for imports. @returns its number */
export async function putImportFile(
  db: Database,
  storage: FileStorage,
  { owner, module, text, kind = 'csv' }: ImportFile,
): Promise<string> {
  const no = randomUUID()
  const bytes = Buffer.from(text)
  await storage.write(no, bytes)
  await db.kysely
    .insertInto('files')
    .values({
      no,
      name: `${no}.${kind}`,
      media_type: mediaTypes[kind],
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      storage_key: no,
      owner_id: owner,
      for_module: module,
      for_field: importField,
      attached_at: null,
      expires_at: '2999-01-01T00:00:00Z',
      created_at: '2023-09-01T00:00:00Z',
    })
    .execute()
  return no
}
