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
import { InvalidArchiveError, type Manifest } from './format.ts'
import { summarize } from './backup-tables.ts'

/** Where a backup is put. */
export interface RestoreTarget {
  db: Database
  registry: Registry
  storage: FileStorage
  /** True when what is there may be taken away. */
  mayReplace: boolean
  now: Date
  progress: (line: string) => void
}

/** There are rows in the database already. */
export class DatabaseNotEmptyError extends Error {
  override readonly name = 'DatabaseNotEmptyError'
}

/** SQLite takes 32,766 parameters in a statement. */
const statementParameters = 30_000

/**
 * Puts a backup in place of what is there, all of it or nothing: the archive is read once and checked, then its rows are
 * written in one transaction and read back, and its files take their places before it ends.
 * @throws InvalidArchiveError, DatabaseNotEmptyError, when nothing was changed
 */
export async function restoreBackup(path: string, target: RestoreTarget): Promise<Manifest> {
  const { db, storage, progress } = target
  const manifest = await checkArchive(path)
  refuseNewer(manifest)
  progress(`the backup of ${manifest.createdAt} is whole`)
  await refuseFilled(db.kysely, target)
  const stage = await stageFiles(storage)
  try {
    const replaced = await db.transaction(async (trx) => {
      await lockExclusive(trx, 'restore')
      await refuseFilled(trx, target)
      const before = await listStorageKeys(trx)
      await replaceAll(trx, { path, manifest }, stage, target)
      await stage.publish()
      const after = new Set(await listStorageKeys(trx))
      return before.filter((key) => !after.has(key))
    })
    for (const key of replaced) await storage.remove(key)
  } finally {
    await stage.discard()
  }
  return manifest
}

/** Tables of a version that this one does not know could not be made, nor understood. */
function refuseNewer({ migrations, product }: Manifest): void {
  const known = listKnownMigrations()
  if (isDeepStrictEqual(known.slice(0, migrations.length), migrations)) return
  throw new InvalidArchiveError(
    `the backup was made by a newer or another version (${product}): restore it with that version`,
  )
}

async function refuseFilled(trx: Kysely<Tables>, { mayReplace }: RestoreTarget): Promise<void> {
  if (mayReplace) return
  for (const { name } of await introspectTables(trx)) {
    const found = await moduleTables(trx)
      .selectFrom(name)
      .select((eb) => eb.lit(1).as('one'))
      .limit(1)
      .execute()
    if (found.length > 0) throw new DatabaseNotEmptyError(name)
  }
}

/** An archive that was read once and found whole. */
interface CheckedArchive {
  path: string
  manifest: Manifest
}

async function replaceAll(
  trx: Kysely<Tables>,
  archive: CheckedArchive,
  stage: StagedFiles,
  { registry, now, progress }: RestoreTarget,
): Promise<void> {
  const { manifest } = archive
  const revision = await highestRevision(trx)
  await dropAllTables(trx)
  await migrateTo(trx, manifest.migrations.at(-1) ?? '')
  const tables = new Map((await introspectTables(trx)).map((table) => [table.name, table]))
  for (const name of [...tables.keys()].toReversed()) {
    // A migration may have filled its own table; the archive has those rows too. The audit log it never fills.
    if (name !== 'audit_log') await moduleTables(trx).deleteFrom(name).execute()
  }
  await load(trx, archive, { tables, stage, progress })
  for (const [name, expected] of Object.entries(manifest.tables)) {
    const table = tables.get(name)
    if (!table || !isDeepStrictEqual(await summarize(trx, table), expected))
      throw new Error(`the rows of ${name} could not be read back as they were`)
  }
  progress('every row was read back as it was')
  await migrate({ kysely: trx })
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

/** Servers that run keep public answers in memory until the revision of their module is another one. */
async function highestRevision(trx: Kysely<Tables>): Promise<number> {
  if (!(await hasTable(trx, 'module_revisions'))) return 0
  const { revision } = await trx
    .selectFrom('module_revisions')
    .select((eb) => eb.fn.max('revision').as('revision'))
    .executeTakeFirstOrThrow()
  return revision ?? 0
}

interface LoadTarget extends Pick<RestoreTarget, 'progress'> {
  tables: ReadonlyMap<string, TableInfo>
  stage: StagedFiles
}

async function load(
  trx: Kysely<Tables>,
  { path, manifest }: CheckedArchive,
  { tables, stage, progress }: LoadTarget,
): Promise<void> {
  const expected = new Map(manifest.entries.map(([name, , sha256]) => [name, sha256]))
  for await (const entry of readArchive(path)) {
    if (entry.kind.kind === 'rows') {
      const table = tables.get(entry.kind.table)
      if (!table)
        throw new InvalidArchiveError(`the backup has a table ${entry.kind.table}, which there is none of`)
      await insertRows(trx, table, parseRows(entry.name, await entry.text()))
      progress(entry.name)
    } else if (entry.kind.kind === 'file') {
      await stage.write(entry.kind.storageKey, entry.stream())
    } else continue
    // The file could have changed since it was checked.
    if (entry.read().sha256 !== expected.get(entry.name))
      throw new InvalidArchiveError(`the backup changed while it was read: ${entry.name}`)
  }
}

async function insertRows(trx: Kysely<Tables>, table: TableInfo, rows: readonly NeutralRow[]): Promise<void> {
  const chunkRows = Math.floor(statementParameters / table.columns.length)
  for (let start = 0; start < rows.length; start += chunkRows) {
    await moduleTables(trx)
      .insertInto(table.name)
      .values(rows.slice(start, start + chunkRows).map((row) => toDialect(trx, table, row)))
      .execute()
  }
}

/** @throws InvalidArchiveError when the row has other columns than the table */
function toDialect(
  trx: Kysely<Tables>,
  { name, columns }: TableInfo,
  row: NeutralRow,
): Record<string, unknown> {
  const names = columns.map((column) => column.name)
  if (!isDeepStrictEqual(Object.keys(row).toSorted(), names))
    throw new InvalidArchiveError(`the backup has other columns than the table ${name}`)
  if (!isPostgres(moduleTables(trx))) return row
  return Object.fromEntries(
    columns.map((column) => {
      const value = row[column.name] ?? null
      return [column.name, column.kind === 'boolean' && value !== null ? value === 1 : value]
    }),
  )
}

/** Files that lie beside the stored ones until they all take their places. */
interface StagedFiles {
  write(key: string, bytes: Readable): Promise<void>
  /** Gives every file its place in the storage. */
  publish(): Promise<void>
  /** Takes away what was not published. */
  discard(): Promise<void>
}

/** Stages in the folder for arrivals, where a sweep finds what a restore that was killed left. */
async function stageFiles(storage: FileStorage): Promise<StagedFiles> {
  await mkdir(storage.arrivals, { recursive: true, mode: 0o700 })
  const staged = new Map<string, string>()
  return {
    write: async (key, bytes) => {
      const path = join(storage.arrivals, `${key}.restore`)
      staged.set(key, path)
      await pipeline(bytes, createWriteStream(path))
    },
    publish: async () => {
      for (const [key, path] of staged) await storage.adopt(key, path)
    },
    discard: async () => {
      for (const path of staged.values()) await rm(path, { force: true })
    },
  }
}
