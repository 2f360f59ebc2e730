import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import type { Kysely } from 'kysely'
import { type Pack, pack as createPack } from 'tar-stream'
import type { Database, Tables } from '#server/db/client.ts'
import { listExecutedMigrations } from '#server/db/migrate.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { writeFileAtomically, privateFileMode } from '#server/files/local-files.ts'
import {
  formatFileEntryName,
  formatVersion,
  headEntryName,
  manifestEntryName,
  formatRowsEntryName,
  type ArchiveHead,
  type ArchiveManifest,
  type TableSummary,
} from './format.ts'
import { isBackedUpRow, listBackupTables, readChunks } from './backup-tables.ts'

/** Source of a backup. */
export interface BackupSource {
  db: Database
  registry: Registry
  storage: FileStorage
  /** Version of the product. */
  product: string
  createdAt: string
  /** Receives progress lines for the operator. */
  progress: (line: string) => void
}

/** Thrown when the database has no tables. */
export class EmptyDatabaseError extends Error {
  override readonly name = 'EmptyDatabaseError'
}

const mebibyte = 1024 * 1024
/** Uploaded bytes between two progress lines. */
const progressIntervalBytes = 64 * mebibyte

/**
 * Writes a consistent snapshot of rows and uploaded files while the server runs. At most one chunk of a table or of a
 * file is in memory.
 * @throws EmptyDatabaseError when there are no tables
 */
export async function writeBackup(pack: Pack, source: BackupSource): Promise<ArchiveManifest> {
  return source.db.snapshot(async (trx) => {
    const migrations = await listExecutedMigrations({ kysely: trx })
    if (migrations.length === 0) throw new EmptyDatabaseError('the database has no tables')
    const { product, createdAt } = source
    const head: ArchiveHead = { format: formatVersion, product, createdAt, migrations }
    const entries: [string, number, string][] = []
    const addEntry = (name: string, text: string) => addText(pack, entries, name, text)
    await addEntry(headEntryName, JSON.stringify(head))
    const tables = await writeTables(trx, source, addEntry)
    const files = await writeFiles(trx, source, pack, entries)
    const manifest: ArchiveManifest = { ...head, tables, files, entries }
    // The manifest does not list itself.
    await addText(pack, [], manifestEntryName, JSON.stringify(manifest))
    pack.finalize()
    return manifest
  })
}

/** Adds the rows of every table. @returns the summaries of the tables by name */
async function writeTables(
  trx: Kysely<Tables>,
  { registry, progress }: BackupSource,
  addEntry: (name: string, text: string) => Promise<void>,
): Promise<Record<string, TableSummary>> {
  const summaries: Record<string, TableSummary> = {}
  for (const table of await listBackupTables(trx, registry)) {
    const chunks = readChunks(trx, table)
    let next = await chunks.next()
    for (let chunk = 1; !next.done; chunk += 1) {
      await addEntry(formatRowsEntryName(table.name, chunk), next.value)
      next = await chunks.next()
    }
    summaries[table.name] = next.value
    progress(`${table.name}: ${next.value.rows} rows`)
  }
  return summaries
}

/**
 * Adds the bytes of every uploaded file. A file without its bytes is listed as missing and does not fail the backup.
 * @param entries list of the manifest, to which the files are added
 */
async function writeFiles(
  trx: Kysely<Tables>,
  { storage, progress }: BackupSource,
  pack: Pack,
  entries: [string, number, string][],
): Promise<ArchiveManifest['files']> {
  // All columns: a database of an older version has fewer.
  const fileRows = await trx.selectFrom('files').selectAll().orderBy('no').execute()
  const files = fileRows.filter((row) => isBackedUpRow({ name: 'files' }, row))
  const missingKeys: string[] = []
  let bytes = 0
  let reportedBytes = 0
  const allBytes = files.reduce((sum, file) => sum + file.size_bytes, 0)
  for (const file of files) {
    const { storage_key: key, size_bytes: size } = file
    const name = formatFileEntryName(key)
    if ((await storage.findSize(key)) !== size) {
      missingKeys.push(key)
      progress(`! file ${file.no} has no bytes of its size in the storage`)
      continue
    }
    const sha256 = await addFile(pack, storage, { name, key, size })
    entries.push([name, size, sha256])
    if (sha256 !== file.sha256) progress(`! file ${file.no} is not what was uploaded`)
    bytes += size
    if (bytes - reportedBytes < progressIntervalBytes) continue
    progress(`files: ${Math.round(bytes / mebibyte)} MB of ${Math.round(allBytes / mebibyte)}`)
    reportedBytes = bytes
  }
  const count = files.length - missingKeys.length
  progress(`files: ${count} with ${bytes} bytes`)
  return { count, bytes, missing: missingKeys }
}

/** An uploaded file as an entry of the archive. */
interface FileEntry {
  name: string
  /** Storage key. */
  key: string
  /** Bytes. */
  size: number
}

/** @returns the SHA-256 of the bytes that were read */
async function addFile(pack: Pack, storage: FileStorage, { name, key, size }: FileEntry): Promise<string> {
  const hash = createHash('sha256')
  // The range of a read includes its end, so none is empty.
  const bytes = size === 0 ? Readable.from([]) : storage.read(key, { start: 0, end: size - 1 })
  await pipeline(bytes, createHashingStream(hash), pack.entry({ name, size, mode: privateFileMode }))
  return hash.digest('hex')
}

function createHashingStream(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, callback) => {
      hash.update(chunk)
      callback(null, chunk)
    },
  })
}

/** Adds an entry with a text to the archive and to `entries`. */
function addText(pack: Pack, entries: [string, number, string][], name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  entries.push([name, bytes.length, createHash('sha256').update(bytes).digest('hex')])
  return new Promise((resolve, reject) => {
    const entry = pack.entry({ name, size: bytes.length, mode: privateFileMode }, bytes, (error) =>
      error ? reject(error) : resolve(),
    )
    entry.on('error', reject)
  })
}

/** Writes a tar file that is complete and durable, or not there at all. */
export function writeArchive<Result>(path: string, fill: (pack: Pack) => Promise<Result>): Promise<Result> {
  return writeFileAtomically(path, async (temporaryPath) => {
    const pack = createPack()
    const writing = pipeline(
      pack,
      createWriteStream(temporaryPath, { flags: 'wx', mode: privateFileMode, flush: true }),
    )
    // Both are awaited below. The first failure ends the other.
    const filling = fill(pack).catch((error: unknown) => {
      pack.destroy(error as Error)
      throw error
    })
    const [fillResult] = await Promise.allSettled([filling, writing])
    if (fillResult.status === 'rejected') throw await findFirstCause(writing, fillResult.reason)
    await writing
    return fillResult.value
  })
}

/** Finds the error to report: on a full disk the writing fails first, and then the filling with a less useful error. */
async function findFirstCause(writing: Promise<void>, reason: unknown): Promise<unknown> {
  return writing.then(
    () => reason,
    // Only errors of the file system have a `syscall`. Other errors of the writing follow from those of the filling.
    (error: NodeJS.ErrnoException) => (error.syscall ? error : reason),
  )
}
