import { chmod, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, sql, type Dialect, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type { Tables } from './tables.ts'

/** What people entrust to the forum lies here: other users of the machine have no look at it. */
const privateFolderMode = 0o700
const privateFileMode = 0o600

/** The open database. */
export interface Database {
  readonly kysely: Kysely<Tables>
  readonly dialect: 'sqlite' | 'postgres'
  /** Runs in one transaction: all of it is written, or nothing when it throws. */
  transaction<T>(run: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Reads in one transaction, which sees all data as they were at its beginning; writers go on meanwhile. */
  snapshot<T>(run: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Connections of this process that are busy, idle and waited for; none where there is no pool of them. */
  connections(): Readonly<Record<string, number>>
  /** @throws when the database does not answer */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Where the database is. */
export interface DatabaseConfig {
  databaseUrl?: string
  dataDir: string
  /**
   * How long a statement waits for others, in milliseconds: as long as it takes with Infinity, for who starts and for
   * commands. Without it as long as a call may wait.
   */
  patienceMs?: number
}

/**
 * Opens PostgreSQL when there is an address, else the SQLite file in the data folder, which is made when it is missing.
 * SQLite is opened at once, PostgreSQL with the first query.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined) await makePrivate(dataDir)
  const { dialect, connections } = await loadDialect(config)
  const kysely = new Kysely<Tables>({ dialect })
  return {
    kysely,
    dialect: databaseUrl === undefined ? 'sqlite' : 'postgres',
    transaction: (run) => kysely.transaction().execute(run),
    snapshot: (run) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run),
    connections,
    ping: async () => {
      await sql`select 1`.execute(kysely)
    },
    close: () => kysely.destroy(),
  }
}

const fileIn = (dataDir: string): string => join(dataDir, 'forum.sqlite')

/** A folder that was there before may be open to others: then the files themselves are not. */
async function makePrivate(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: privateFolderMode })
  const file = fileIn(dataDir)
  // SQLite would make it as the process makes any file, and gives the two beside it the mode of this one.
  await (await open(file, 'a', privateFileMode)).close()
  // Of a file of another owner the mode cannot be changed; who runs the forum so knows who may read it.
  for (const path of [file, `${file}-wal`, `${file}-shm`])
    await chmod(path, privateFileMode).catch(() => undefined)
}

/** The other database's driver is not loaded. */
async function loadDialect({
  databaseUrl,
  dataDir,
  patienceMs,
}: DatabaseConfig): Promise<{ dialect: Dialect; connections: Database['connections'] }> {
  if (databaseUrl === undefined) {
    const { sqliteDialect } = await import('./sqlite/driver.ts')
    return { dialect: sqliteDialect(fileIn(dataDir), patienceMs), connections: () => ({}) }
  }
  const { postgresDialect } = await import('./postgres-dialect.ts')
  return postgresDialect(databaseUrl, patienceMs)
}
