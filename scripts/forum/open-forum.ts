import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClock, type Clock } from '#server/clock.ts'
import { readConfig, type Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { createRegistry, type Registry } from '#server/engine/schema/registry.ts'
import { folderStorage, type FileStorage } from '#server/files/storage.ts'
import { serverModules } from '#server/modules/index.ts'
import { openSecrets, type Secrets } from '#server/secrets/secrets.ts'
import type { Command } from './command.ts'

/** The forum's data, opened for a command. */
export interface OpenForum {
  config: Config
  db: Database
  registry: Registry
  storage: FileStorage
  secrets: Secrets
  clock: Clock
}

/**
 * Opens the data of the configuration for an operation, and closes it afterwards.
 * @param options.shouldMigrate false to use the tables as they are; otherwise they are migrated first
 */
export async function withForum<Result>(
  operation: (forum: OpenForum) => Promise<Result>,
  { shouldMigrate = true }: { shouldMigrate?: boolean } = {},
): Promise<Result> {
  const config = readConfig(process.env)
  const db = await (shouldMigrate ? openMigrated(config) : openWithoutTimeout(config))
  try {
    return await operation({
      config,
      db,
      registry: createRegistry(serverModules),
      storage: folderStorage(join(config.dataDir, 'files')),
      secrets: await openSecrets(config.secretsFile),
      clock: createClock(),
    })
  } finally {
    await db.close()
  }
}

/** Opens the database and migrates its tables. */
export async function openMigrated(config: Config): Promise<Database> {
  const db = await openWithoutTimeout(config)
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Opens the database without a timeout, because a server may be rebuilding indexes; the operator can stop the command. */
function openWithoutTimeout(config: Config): Promise<Database> {
  return openDatabase({ ...config, timeoutMs: Infinity })
}

/** `migrate`: migrates the tables to this version. */
export const migrateTables: Command = {
  usage: 'npm run forum -- migrate',
  run: async (args) => {
    parseArgs({ args })
    await withForum(async () => console.log('The tables are those of this version.'))
  },
}
