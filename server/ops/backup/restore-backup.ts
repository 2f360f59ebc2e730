import { isDeepStrictEqual } from 'node:util'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import { toInstant } from '#contract/time.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import { lockExclusive } from '#server/db/locks.ts'
import { dropAllTables, introspectTables, type TableInfo } from '#server/db/introspection.ts'
import type { Database, Tables } from '#server/db/client.ts'
import { listKnownMigrations, migrate, migrateTo } from '#server/db/migrate.ts'
import { isPostgres, moduleTables } from '#server/db/module-tables.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { checkArchive, parseRows, type NeutralRow, readArchive } from './read-archive.ts'
import { InvalidArchiveError, type ArchiveManifest } from './format.ts'
import { summarizeTable } from './backup-tables.ts'

/** Destination of a restore. */
export interface RestoreTarget {
  db: Database
  registry: Registry
  storage: FileStorage
  /** True when existing data may be replaced. */
  canReplace: boolean
  now: Date
  /** Receives progress lines for the operator. */
  progress: (line: string) => void
}

/** Thrown when the database already has rows and must not be replaced. The message is the name of a table with rows. */
export class DatabaseNotEmptyError extends Error {
  override readonly name = 'DatabaseNotEmptyError'
}

/** SQLite takes 32,766 parameters in a statement. */
const statementParameters = 30_000

/**
 * Replaces all data by a backup, or changes nothing. The archive is read and verified first. One transaction writes
 * the rows, reads them back and publishes the files before it commits.
 * @throws InvalidArchiveError, DatabaseNotEmptyError, before any change
 */
export async function restoreBackup(path: string, target: RestoreTarget): Promise<ArchiveManifest> {
  const { db, storage, progress } = target
  const manifest = await checkArchive(path)
  rejectNewerVersion(manifest)
  progress(`the backup of ${manifest.createdAt} is whole`)
  await requireEmptyDatabase(db.kysely, target)
  const stagedFiles = await stageFiles(storage)
  try {
    const unusedKeys = await db.transaction(async (trx) => {
      await lockExclusive(trx, 'restore')
      await requireEmptyDatabase(trx, target)
      const oldKeys = await listStorageKeys(trx)
      await replaceAll(trx, { path, manifest }, stagedFiles, target)
      await stagedFiles.publish()
      const newKeys = new Set(await listStorageKeys(trx))
      return oldKeys.filter((key) => !newKeys.has(key))
    })
    // After the commit, because a rolled back database still has these files.
    for (const key of unusedKeys) await storage.remove(key)
  } finally {
    await stagedFiles.discard()
  }
  return manifest
}

/** This version cannot create the tables of unknown migrations. */
function rejectNewerVersion({ migrations, product }: ArchiveManifest): void {
  const knownMigrations = listKnownMigrations()
  if (isDeepStrictEqual(knownMigrations.slice(0, migrations.length), migrations)) return
  throw new InvalidArchiveError(
    `the backup was made by a newer or another version (${product}): restore it with that version`,
  )
}

/** @throws DatabaseNotEmptyError when a table has rows and existing data must not be replaced */
async function requireEmptyDatabase(trx: Kysely<Tables>, { canReplace }: RestoreTarget): Promise<void> {
  if (canReplace) return
  for (const { name } of await introspectTables(trx)) {
    const rows = await moduleTables(trx)
      .selectFrom(name)
      .select((eb) => eb.lit(1).as('one'))
      .limit(1)
      .execute()
    if (rows.length > 0) throw new DatabaseNotEmptyError(name)
  }
}

/** An archive that passed the verification. */
interface CheckedArchive {
  path: string
  manifest: ArchiveManifest
}

/**
 * Replaces all tables: creates those of the backup's version, loads the rows, verifies them, and then applies the newer
 * migrations.
 */
async function replaceAll(
  trx: Kysely<Tables>,
  archive: CheckedArchive,
  stagedFiles: StagedFiles,
  { registry, now, progress }: RestoreTarget,
): Promise<void> {
  const { manifest } = archive
  const revision = await findHighestRevision(trx)
  await dropAllTables(trx)
  // There is always a migration: a database without tables gives no backup.
  await migrateTo(trx, manifest.migrations.at(-1) ?? '')
  const tables = new Map((await introspectTables(trx)).map((table) => [table.name, table]))
  // Rows with foreign keys are deleted before the rows that they reference.
  for (const name of [...tables.keys()].toReversed()) {
    // A migration may have filled its own table, and the archive contains those rows too. No migration fills the audit
    // log.
    if (name !== 'audit_log') await moduleTables(trx).deleteFrom(name).execute()
  }
  await loadArchive(trx, archive, { tables, stagedFiles, progress })
  for (const [name, expectedSummary] of Object.entries(manifest.tables)) {
    const table = tables.get(name)
    if (!table || !isDeepStrictEqual(await summarizeTable(trx, table), expectedSummary))
      throw new Error(`the rows of ${name} could not be read back as they were`)
  }
  progress('every row was read back as it was')
  await migrate({ kysely: trx })
  // Rows whose publication time has passed since the backup are public at once.
  for (const { definition } of registry.modules)
    await trx
      .insertInto('module_revisions')
      .values({ module: definition.name, revision: revision + 1, published_until: toInstant(now) })
      .execute()
  await appendAudit(trx, { at: now, actorId: null, action: 'restore' })
}

async function listStorageKeys(trx: Kysely<Tables>): Promise<string[]> {
  if (!(await hasTable(trx, 'files'))) return []
  const rows = await trx.selectFrom('files').select('storage_key').execute()
  return rows.map((row) => row.storage_key)
}

async function hasTable(trx: Kysely<Tables>, table: string): Promise<boolean> {
  return (await introspectTables(trx)).some(({ name }) => name === table)
}

/**
 * Finds the highest revision of all modules. Running servers cache public responses by their module's revision, so
 * restored modules continue after it.
 */
async function findHighestRevision(trx: Kysely<Tables>): Promise<number> {
  if (!(await hasTable(trx, 'module_revisions'))) return 0
  const { revision } = await trx
    .selectFrom('module_revisions')
    .select((eb) => eb.fn.max('revision').as('revision'))
    .executeTakeFirstOrThrow()
  return revision ?? 0
}

/** Where {@link loadArchive} writes the entries of an archive. */
interface LoadTarget extends Pick<RestoreTarget, 'progress'> {
  tables: ReadonlyMap<string, TableInfo>
  stagedFiles: StagedFiles
}

/** Writes the rows of an archive into the tables and stages its files. */
async function loadArchive(
  trx: Kysely<Tables>,
  { path, manifest }: CheckedArchive,
  { tables, stagedFiles, progress }: LoadTarget,
): Promise<void> {
  const expectedHashes = new Map(manifest.entries.map(([name, , sha256]) => [name, sha256]))
  for await (const entry of readArchive(path)) {
    if (entry.kind.kind === 'rows') {
      const table = tables.get(entry.kind.table)
      if (!table)
        throw new InvalidArchiveError(`the backup has a table ${entry.kind.table}, which there is none of`)
      await insertRows(trx, table, parseRows(entry.name, await entry.text()))
      progress(entry.name)
    } else if (entry.kind.kind === 'file') {
      await stagedFiles.write(entry.kind.storageKey, entry.stream())
    } else continue
    // The file may have changed since the verification.
    if (entry.getDigest().sha256 !== expectedHashes.get(entry.name))
      throw new InvalidArchiveError(`the backup changed while it was read: ${entry.name}`)
  }
}

async function insertRows(trx: Kysely<Tables>, table: TableInfo, rows: readonly NeutralRow[]): Promise<void> {
  const chunkRows = Math.floor(statementParameters / table.columns.length)
  for (let start = 0; start < rows.length; start += chunkRows) {
    await moduleTables(trx)
      .insertInto(table.name)
      .values(rows.slice(start, start + chunkRows).map((row) => toDialectRow(trx, table, row)))
      .execute()
  }
}

/** @throws InvalidArchiveError when the row has other columns than the table */
function toDialectRow(
  trx: Kysely<Tables>,
  { name, columns }: TableInfo,
  row: NeutralRow,
): Record<string, unknown> {
  const columnNames = columns.map((column) => column.name)
  if (!isDeepStrictEqual(Object.keys(row).toSorted(), columnNames))
    throw new InvalidArchiveError(`the backup has other columns than the table ${name}`)
  if (!isPostgres(moduleTables(trx))) return row
  return Object.fromEntries(
    columns.map((column) => {
      const value = row[column.name] ?? null
      return [column.name, column.kind === 'boolean' && value !== null ? value === 1 : value]
    }),
  )
}

/** Restored files beside the stored ones, until all of them are published. */
interface StagedFiles {
  write(key: string, bytes: Readable): Promise<void>
  /** Moves every file into the storage. */
  publish(): Promise<void>
  /** Deletes the files that were not published. */
  discard(): Promise<void>
}

/** Stages files in the folder for incomplete uploads, where a sweep finds the files of a killed restore. */
async function stageFiles(storage: FileStorage): Promise<StagedFiles> {
  await mkdir(storage.arrivals, { recursive: true, mode: 0o700 })
  const pathsByKey = new Map<string, string>()
  return {
    write: async (key, bytes) => {
      const path = join(storage.arrivals, `${key}.restore`)
      pathsByKey.set(key, path)
      await pipeline(bytes, createWriteStream(path))
    },
    publish: async () => {
      for (const [key, path] of pathsByKey) await storage.adopt(key, path)
    },
    discard: async () => {
      for (const path of pathsByKey.values()) await rm(path, { force: true })
    },
  }
}
