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
import { isEmptyForum } from './sample/is-empty-forum.ts'
import { markKeys } from './secrets/key-marks.ts'
import type { Secrets } from './secrets/secrets.ts'

/** Dependencies of {@link prepareDatabase}; `main.ts` and tests pass them. */
export interface PrepareDeps {
  registry: Registry
  storage: FileStorage
  secrets: Secrets
  clock: Clock
  /** Clock by which rows become public; it differs from `clock` in a demonstration. */
  publicationClock: Clock
}

/** Result of {@link prepareDatabase}. */
export interface PreparedDatabase {
  /** False when keys of another SECRETS_FILE have sealed values in the database. */
  doKeysMatch: boolean
  /** The account that was created when there was no organiser. */
  firstOrganiser: FirstOrganiser | undefined
}

/**
 * Migrates the database to this version and fills an empty one. Its connections wait without a limit, because another
 * server that starts may be rebuilding indexes or search texts.
 * @throws Error when the tables differ from the definitions, and what the database throws
 */
export async function prepareDatabase(
  config: DatabaseConfig & Pick<Config, 'hasSampleData' | 'organiserLogin' | 'organiserPassword'>,
  { registry, storage, secrets, clock, publicationClock }: PrepareDeps,
): Promise<PreparedDatabase> {
  const db = await openDatabase({ ...config, timeoutMs: Infinity })
  try {
    await migrate(db)
    await checkTables(db.kysely, registry.modules)
    await refreshSearchTexts(db, registry)
    if (config.hasSampleData && (await isEmptyForum(db.kysely, registry))) {
      // Loaded on demand, so that later starts do not load the sample's texts.
      const { fillSampleForum } = await import('./sample/fill-sample.ts')
      await fillSampleForum({ db, registry, storage, secrets, clock })
    }
    // Before the first request, so that rows whose publication time passed during a downtime are public at once.
    await publishDue(db, registry, publicationClock.now())
    const doKeysMatch = await markKeys(db.kysely, secrets)
    const firstOrganiser = await ensureFirstOrganiser(db, config, clock.now())
    return { doKeysMatch, firstOrganiser }
  } finally {
    await db.close()
  }
}
