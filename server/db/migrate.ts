import { Migrator } from 'kysely/migration'
import type { Database } from './client.ts'
import { migrations } from './migrations/index.ts'

/**
 * Brings the database's tables to the state of this version. All missing migrations run in one transaction, and a
 * second process that starts at the same time waits for it.
 * @throws the first error, when nothing was changed
 */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db: db.kysely, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
