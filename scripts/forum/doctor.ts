import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '#server/app.ts'
import { createClock } from '#server/clock.ts'
import { readConfig, type Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/client.ts'
import { findPendingMigrations } from '#server/db/migrate.ts'
import { createRegistry } from '#server/engine/registry.ts'
import { checkTables } from '#server/engine/tables.ts'
import { folderStorage } from '#server/files/storage.ts'
import { serverModules } from '#server/modules/index.ts'
import { openSecrets } from '#server/secrets/secrets-file.ts'
import { CommandFailed, type Command } from './command.ts'

/** `doctor`: looks at everything a start needs and changes nothing; its exit code is the verdict. */
export const doctor: Command = {
  usage: 'npm run forum -- doctor',
  run: async (args) => {
    parseArgs({ args })
    const config = await look('configuration', async () => readConfig(process.env))
    const db = config && (await look('database', () => openChecked(config)))
    const storage = config && (await look('storage', () => writeProbe(join(config.dataDir, 'files'))))
    const routes = config && db && (await look('permissions of every route', () => assemble(config, db)))
    await db?.close()
    if (!config || !db || !storage || !routes) throw new CommandFailed('The forum is not well: see above.')
    console.log('The forum is well.')
  },
}

/** Does one check and prints its line. @returns undefined when it failed */
async function look<Found>(name: string, check: () => Promise<Found>): Promise<Found | undefined> {
  try {
    const found = await check()
    console.log(`✓ ${name}`)
    return found
  } catch (error) {
    console.log(`✗ ${name}: ${messageOf(error)}`)
    return undefined
  }
}

async function openChecked(config: Config): Promise<Database> {
  const db = await openDatabase(config)
  try {
    await db.ping()
    const pending = await findPendingMigrations(db)
    if (pending.length > 0)
      throw new CommandFailed(`${pending.length} migrations are to be run: npm run forum -- migrate`)
    await checkTables(
      db.kysely,
      createRegistry(serverModules).modules.map((module) => module.definition),
    )
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

async function writeProbe(folder: string): Promise<true> {
  await mkdir(folder, { recursive: true })
  const probe = join(folder, `.doctor-${randomUUID()}`)
  await writeFile(probe, 'x', { flush: true })
  await rm(probe)
  return true
}

/** Assembles the server as a start does, which refuses routes without a permission and modules that do not fit. */
async function assemble(config: Config, db: Database): Promise<true> {
  const app = await buildApp({
    db,
    config: { ...config, logLevel: 'silent' },
    registry: createRegistry(serverModules),
    clock: createClock(),
    storage: folderStorage(join(config.dataDir, 'files')),
    secrets: await openSecrets(config.secretsFile),
    newId: randomUUID,
  })
  try {
    await app.ready()
    return true
  } finally {
    await app.close()
  }
}

/** Refused connections on two addresses come as one error without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
