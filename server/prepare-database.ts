import { ensureFirstOrganiser, type FirstOrganiser } from './accounts/users.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase, type DatabaseConfig } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { publishDue } from './engine/write/publish-due.ts'
import { refreshSearchTexts } from './engine/write/refresh-search.ts'
import type { Registry } from './engine/schema/registry.ts'
import { checkTables } from './engine/schema/tables.ts'
import type { FileStorage } from './files/storage.ts'
import { isEmptyForum } from './sample/fill-sample.ts'
import { markKeys } from './secrets/key-marks.ts'
import type { Secrets } from './secrets/secrets.ts'

/** What a start works with. */
export interface PrepareDeps {
  registry: Registry
  storage: FileStorage
  secrets: Secrets
  clock: Clock
  /** By which rows become public. */
  publicationClock: Clock
}

/** What a start found out. */
export interface PreparedDatabase {
  /** False when others than these keys sealed something in the database. */
  areOwnKeys: boolean
  /** The account that was made when there was no organiser. */
  firstOrganiser: FirstOrganiser | undefined
}

/**
 * Brings the database to the state of this version and fills an empty one. It has connections of its own, which wait as long
 * as it takes: another server that starts may be making indexes or search texts anew, for longer than a call may wait.
 * @throws Error when the tables differ from the definitions, and what the database throws
 */
export async function prepareDatabase(
  config: DatabaseConfig & Pick<Config, 'hasSampleData' | 'organiserLogin' | 'organiserPassword'>,
  { registry, storage, secrets, clock, publicationClock }: PrepareDeps,
): Promise<PreparedDatabase> {
  const db = await openDatabase({ ...config, patienceMs: Infinity })
  try {
    await migrate(db)
    await checkTables(db.kysely, registry.modules)
    await refreshSearchTexts(db, registry)
    if (config.hasSampleData && (await isEmptyForum(db.kysely, registry))) {
      // The sample's texts and their writer stay out of the memory of every later start.
      const { fillSampleForum } = await import('./sample/fill-sample.ts')
      await fillSampleForum({ db, registry, storage, secrets, clock })
    }
    await publishDue(db, registry, publicationClock.now())
    const areOwnKeys = await markKeys(db.kysely, secrets)
    const firstOrganiser = await ensureFirstOrganiser(db, config, clock.now())
    return { areOwnKeys, firstOrganiser }
  } finally {
    await db.close()
  }
}
