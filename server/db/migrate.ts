import { Migrator } from 'kysely/migration'
import type { Database } from './client.ts'
import { migrations } from './migrations/index.ts'

/**
 * Brings the database's tables to the state of this version. All missing migrations run in one transaction, and a
 * second process that starts at the same time waits for it.
 * @throws the first error, when nothing was changed
 */
export async function migrate(db: Database): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest()
  if (error) throw error
}

/** Names of the migrations that are still to be run. */
export async function findPendingMigrations(db: Database): Promise<string[]> {
  const all = await migratorOf(db).getMigrations()
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function migratorOf({ kysely }: Database): Migrator {
  return new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } })
}
