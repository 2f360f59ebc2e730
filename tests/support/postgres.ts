import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findPostgres } from '../../scripts/lib/system-dependencies.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** URL of a database to connect to for creating others. */
  url: string
  /** @returns the URL of a new, empty database */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** A PostgreSQL server that a test can crash. */
export interface CrashingPostgres extends TestPostgres {
  /** Kills it without shutdown. */
  crash(): Promise<void>
  startAgain(): Promise<void>
}

/** Test data need not survive a power cut: without fsync the suite is several times faster. */
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

/** Start timeout of a private server, in milliseconds. */
const startLimitMs = 30_000

/** The server at TEST_DATABASE_URL, or a private one. @throws Error saying what to install, when there is neither */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, createDatabase: () => createDatabaseOn(given), stop: async () => undefined }
  return startPrivate(getPrograms(), quick)
}

/** Starts a private server that can crash and keeps acknowledged commits. */
export async function startDurablePostgres(): Promise<CrashingPostgres> {
  return startPrivate(getPrograms(), ['max_connections=200'])
}

function getPrograms(): string {
  const programs = findPostgres()
  if (programs) return programs
  throw new Error(
    'Tests need PostgreSQL: install it (Debian: apt-get install postgresql) or set TEST_DATABASE_URL.',
  )
}

/** Creates an empty database beside the one at a URL. */
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

async function startPrivate(programs: string, settings: readonly string[]): Promise<CrashingPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'forum-postgres-'))
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const place = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder]
  const start = async (): Promise<ChildProcess> => {
    const options = [...place, ...settings.flatMap((one) => ['-c', one])]
    const stdio = ['ignore', 'ignore', 'pipe'] as const
    const server = spawn(join(programs, 'postgres'), options, { ...user, cwd: folder, stdio: [...stdio] })
    let log = ''
    server.stderr?.on('data', (chunk) => (log += String(chunk)))
    await untilAnswering(url, server, () => log)
    return server
  }
  let server = await start()
  return {
    url,
    createDatabase: () => createDatabaseOn(url),
    crash: () => ended(server, 'SIGQUIT'), // "immediate": as after a power cut, the log is replayed
    startAgain: async () => {
      server = await start()
    },
    stop: async () => {
      await ended(server, 'SIGINT') // "fast": open connections are closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL does not run as root: then it runs as the user of its package, or as `nobody`. */
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

function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.on('exit', () => resolve())
    server.kill(signal)
  })
}
