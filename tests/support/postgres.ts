import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './forum-process.ts'

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** Address of a database to connect to for making others. */
  url: string
  /** @returns address of a new, empty database */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** How long a private server may take to answer, in milliseconds. */
const startLimitMs = 30_000

/**
 * The server at TEST_DATABASE_URL, or a private one started from the installed programs.
 * @throws Error saying what to install, when there is neither
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, createDatabase: () => createDatabaseOn(given), stop: async () => undefined }
  const programs = findPrograms()
  if (!programs) {
    throw new Error(
      'Tests need PostgreSQL: install it (Debian: apt-get install postgresql) or set TEST_DATABASE_URL.',
    )
  }
  return startPrivate(programs)
}

/** An empty database beside the one at an address. */
export async function createDatabaseOn(url: string): Promise<string> {
  const name = `forum_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : []
  const folders = [...versions.toReversed(), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

async function startPrivate(programs: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'forum-postgres-'))
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  // A database of a test need not outlive a power cut: without fsync the suite is several times faster.
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-k',
      folder,
      ...settings.flatMap((one) => ['-c', one]),
    ],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  server.stderr.on('data', (chunk) => (log += String(chunk)))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilAnswering(url, server, () => log)
  return {
    url,
    createDatabase: () => createDatabaseOn(url),
    stop: async () => {
      await ended(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made, or as nobody. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    const [uid, gid] = ids.map((id) => (id.status === 0 ? Number(id.stdout) : undefined))
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.')
}

async function untilAnswering(url: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadlineMs = Date.now() + startLimitMs
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}: ${log()}`)
    const client = new Client({ connectionString: url })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isUp) return
    if (Date.now() > deadlineMs) throw new Error(`PostgreSQL did not answer: ${log()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.on('exit', () => resolve())
    server.kill('SIGINT') // "fast": open connections are closed
  })
}
