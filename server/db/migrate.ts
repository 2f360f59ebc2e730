import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database, Tables } from './client.ts'
import { migrations } from './migrations/index.ts'

/** Kysely's table of executed migrations. */
const migrationTable = 'kysely_migration'

/** What is migrated: an open database, or `{ kysely: trx }` for a transaction on one. */
type MigrationTarget = Pick<Database, 'kysely'>

/**
 * Brings the database's tables to the state of this version. All missing migrations run in one transaction, and a
 * second process that starts at the same time waits for it.
 * @throws the first error, when nothing was changed
 */
export async function migrate(db: MigrationTarget): Promise<void> {
  const { error } = await createMigrator(db).migrateToLatest()
  if (error) throw error
}

/**
 * Creates the tables of an earlier version, in a transaction that has emptied the database.
 * @param name the last migration that this version had
 */
export async function migrateTo(trx: Kysely<Tables>, name: string): Promise<void> {
  const { error } = await createMigrator({ kysely: trx }).migrateTo(name)
  if (error) throw error
}

/** Lists the names of the migrations of this version in their order. */
export function listKnownMigrations(): string[] {
  return Object.keys(migrations).toSorted()
}

/** Lists the names of the executed migrations in their order; some may be of a newer version. */
export async function listExecutedMigrations({ kysely }: MigrationTarget): Promise<string[]> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === migrationTable)) return []
  const rows = await sql<{
    name: string
  }>`select name from ${sql.table(migrationTable)} order by name`.execute(kysely)
  return rows.rows.map(({ name }) => name)
}

/** Finds the names of the migrations that have not run yet. */
export async function findPendingMigrations(db: MigrationTarget): Promise<string[]> {
  const all = await createMigrator(db).getMigrations()
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function createMigrator({ kysely }: MigrationTarget): Migrator {
  return new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } })
}
