import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { backUp, readEntries } from './backups.ts'
import type { DataPlace } from './databases.ts'
import type { Place } from './leaks.ts'

/**
 * Lists all bytes that a forum stores: the files of its data folder with database and write-ahead log; on PostgreSQL
 * all rows as text and the server's files and log; and a new backup. Rows are listed besides files because the files
 * compress long values.
 */
export async function listKept(place: DataPlace): Promise<Place[]> {
  const { dataDir, databaseUrl } = place
  const archive = join(dirname(dataDir), `${basename(dataDir)}.traces`)
  await backUp(place, archive)
  const entries = await readEntries(archive)
  return [
    ...(await readFilesBelow(dataDir)),
    ...(databaseUrl === undefined ? [await readWrittenOut(dataDir)] : [await readRowsAt(databaseUrl)]),
    ...(databaseUrl === undefined ? [] : await readServerFiles(databaseUrl, dataDir)),
    ...entries.map(({ name, bytes }) => ({ where: `backup ${name}`, bytes })),
  ]
}

/** Reads the SQLite database after a checkpoint of its log. */
async function readWrittenOut(dataDir: string): Promise<Place> {
  const file = join(dataDir, 'forum.sqlite')
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(passive)')
  database.close()
  return { where: 'the database, written out', bytes: await readFile(file) }
}

/** Reads every file below a folder. */
export async function readFilesBelow(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (where) => ({ where, bytes: await readFile(where) })))
}

/** Reads all rows of all tables of a PostgreSQL database as text. */
export async function readRowsAt(url: string): Promise<Place> {
  return withClient(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    )
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const rows = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      texts.push(...rows.rows.map(({ row }) => row))
    }
    return { where: 'rows of the database', bytes: Buffer.from(texts.join('\n')) }
  })
}

/** Reads the flushed files of a PostgreSQL database, and the server's log since the creation of a folder. */
function readServerFiles(url: string, since: string): Promise<Place[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ folder: string; oid: string }>(
      `select current_setting('data_directory') as folder, oid::text from pg_database
        where datname = current_database()`,
    )
    const { folder, oid } = rows[0] ?? { folder: '', oid: '' }
    // Flushes the log of all commits. It is read before the checkpoint, after which the server may drop parts of it.
    await client.query('select pg_switch_wal()')
    const log = await readLog(join(folder, 'pg_wal'), since)
    await client.query('checkpoint')
    return [...(await readFilesBelow(join(folder, 'base', oid))), ...log]
  })
}

async function readLog(folder: string, since: string): Promise<Place[]> {
  const { birthtimeMs } = await stat(since)
  const log: Place[] = []
  for (const name of await readdir(folder)) {
    const where = join(folder, name)
    const { mtimeMs } = await stat(where)
    if (/^[0-9A-F]{24}$/.test(name) && mtimeMs >= birthtimeMs)
      log.push({ where: `write-ahead log ${name}`, bytes: await readFile(where) })
  }
  return log
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
