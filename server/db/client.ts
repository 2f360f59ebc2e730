import { chmod, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, sql, type Dialect, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type { Tables } from './tables.ts'

/** The database holds personal data: other users of the machine must not read it. */
const privateFolderMode = 0o700
const privateFileMode = 0o600

/** The open database: SQLite or PostgreSQL, with the same operations. */
export interface Database {
  readonly kysely: Kysely<Tables>
  readonly dialect: 'sqlite' | 'postgres'
  /** Runs in one transaction, which is rolled back when `run` throws. */
  transaction<T>(run: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Reads in one transaction that sees the data of its start and blocks no writer. */
  snapshot<T>(run: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Counts this process's connections (busy, idle) and the requests that wait for one; empty without a pool. */
  connections(): Readonly<Record<string, number>>
  /** @throws when the database does not answer */
  ping(): Promise<void>
  /** Closes all connections. */
  close(): Promise<void>
}

/** Where the database is. */
export interface DatabaseConfig {
  /** `postgres://…`; absent for SQLite. */
  databaseUrl?: string
  /** Folder of the SQLite file. */
  dataDir: string
  /**
   * How long a statement waits for locks of other statements, in milliseconds. Infinity for the server's start and for
   * commands; by default as long as a request may wait.
   */
  timeoutMs?: number
}

/**
 * Opens PostgreSQL when there is a URL, else the SQLite file in the data folder, which is created when it is missing.
 * Connections are opened with the first query.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined) await createPrivateFile(dataDir)
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

const getDatabasePath = (dataDir: string): string => join(dataDir, 'forum.sqlite')

/** Creates the SQLite file with private permissions, because an existing folder may be readable by others. */
async function createPrivateFile(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: privateFolderMode })
  const file = getDatabasePath(dataDir)
  // SQLite would use the default mode, and copies the mode of this file to the WAL files.
  await (await open(file, 'a', privateFileMode)).close()
  // Errors are ignored: the WAL files may not exist yet, and the mode of another owner's file cannot be changed; such a
  // setup is the operator's decision.
  for (const path of [file, `${file}-wal`, `${file}-shm`])
    await chmod(path, privateFileMode).catch(() => undefined)
}

/** Loads the driver of the chosen database only. */
async function loadDialect({
  databaseUrl,
  dataDir,
  timeoutMs,
}: DatabaseConfig): Promise<{ dialect: Dialect; connections: Database['connections'] }> {
  if (databaseUrl === undefined) {
    const { sqliteDialect } = await import('./sqlite/driver.ts')
    return { dialect: sqliteDialect(getDatabasePath(dataDir), timeoutMs), connections: () => ({}) }
  }
  const { postgresDialect } = await import('./postgres-dialect.ts')
  return postgresDialect(databaseUrl, timeoutMs)
}
