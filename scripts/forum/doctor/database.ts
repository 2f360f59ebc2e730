import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/client.ts'
import { findPendingMigrations } from '#server/db/migrate.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { checkTables } from '#server/engine/schema/tables.ts'
import { serverModules } from '#server/modules/index.ts'
import { findBackupRequirement } from '#server/ops/retention/newest-backup.ts'
import { explainRetainedRows, runRetention } from '#server/ops/retention/run-retention.ts'
import { CommandFailed } from '../command.ts'
import type { Finding } from './report.ts'

/** Oldest PostgreSQL version that the tests run on. */
const minPostgresMajor = 15
/** Maximum number of reported errors of a damaged SQLite file. */
const maxErrors = 3

/** Opens the database and checks it against this version. @throws when a start would fail */
export async function openChecked(config: Config): Promise<Finding & { db: Database }> {
  const db = await openDatabase(config)
  try {
    await db.ping()
    const version = await (db.dialect === 'postgres' ? checkPostgres(db) : checkSqlite(db))
    const pending = await findPendingMigrations(db)
    if (pending.length > 0)
      throw new CommandFailed(`${pending.length} migrations are to be run: npm run forum -- migrate`)
    await checkTables(db.kysely, createRegistry(serverModules).modules)
    return { db, detail: version }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Checks the server's version. @returns the detail to print */
async function checkPostgres({ kysely }: Database): Promise<string> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(kysely)
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) < minPostgresMajor)
    throw new CommandFailed(`PostgreSQL ${version} is too old: ${minPostgresMajor} or newer is needed`)
  return `PostgreSQL ${version}`
}

/** Checks the file and its foreign keys. @returns the detail to print */
async function checkSqlite({ kysely }: Database): Promise<string> {
  const integrity = await sql<{ integrity_check: string }>`
    select integrity_check from pragma_integrity_check limit ${sql.lit(maxErrors)}`.execute(kysely)
  const integrityErrors = integrity.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok')
  if (integrityErrors.length > 0)
    throw new CommandFailed(`the file is damaged: ${integrityErrors.join('; ')}. Restore a backup.`)
  const danglingReferences = await sql<{
    table: string
  }>`select distinct "table" from pragma_foreign_key_check`.execute(kysely)
  if (danglingReferences.rows.length > 0)
    throw new CommandFailed(
      `rows point to nothing in ${danglingReferences.rows.map((row) => row.table).join(', ')}`,
    )
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(kysely)
  return `SQLite ${rows[0]?.version ?? ''}`
}

/** Checks that retention may erase due rows: a backup contains them, or none is required. */
export async function checkRetention(
  db: Database,
  { retentionBackupDays }: Pick<Config, 'retentionBackupDays'>,
  now: Date,
): Promise<Finding> {
  const { writtenUntil, missingReason } = await findBackupRequirement(db.kysely, now, retentionBackupDays)
  if (writtenUntil === undefined) return { detail: 'erases without a backup' }
  const context = { db, registry: createRegistry(serverModules), now, writtenUntil }
  const reason = explainRetainedRows(await runRetention(context, { isDryRun: true }), missingReason)
  if (missingReason === undefined)
    return {
      detail: `the newest backup has what was written until ${writtenUntil}`,
      warnings: reason === undefined ? [] : [reason],
    }
  const warning = `${missingReason}: nothing of people is erased; run: npm run forum -- backup FILE, or set RETENTION_BACKUP_DAYS`
  return { detail: 'waits for a backup', warnings: [reason ?? warning] }
}
