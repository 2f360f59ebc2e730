import { execFile } from 'node:child_process'
import { chmod, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { appendAudit } from '#server/db/audit-log.ts'
import { markKeys } from '#server/secrets/key-marks.ts'
import { openSecrets } from '#server/secrets/secrets.ts'
import { emptyPlace, listStored, openPlace } from '../support/backups.ts'
import { runCommand } from '../support/command.ts'
import { eachDatabase, type DataPlace } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'

/** Each test runs several commands, in processes of their own. */
vi.setConfig({ testTimeout: 180_000 })

const run = promisify(execFile)

/** Of the test that runs. */
let place: DataPlace
const doctor = (env: Readonly<Record<string, string>> = {}) => runCommand(place, ['doctor'], { env })

/** Runs the doctor. @returns its exit code and output, and the checks that failed */
async function runDoctor(env?: Record<string, string>) {
  const { code, stdout, stderr } = await doctor(env)
  return { code, stderr, failed: stdout.split('\n').filter((text) => text.startsWith('✗')) }
}

const unwell = (...lines: readonly RegExp[]) => ({
  code: 1,
  stderr: 'The forum is not well: see above.\n',
  failed: lines.map((line) => expect.stringMatching(line) as unknown),
})

/** A mail server that greets and takes nothing. */
async function listen(greeting: string): Promise<number> {
  const server = createServer((socket) => void socket.end(greeting))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return port
}

eachDatabase('the doctor', (_suite, dialect) => {
  beforeEach(async () => {
    place = await emptyPlace(dialect)
    await runCommand(place, ['sample'])
  })

  test('finds a fresh forum well, look by look [O1]', async () => {
    const { code, stdout, stderr } = await doctor()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const version = dialect === 'sqlite' ? /SQLite 3\.\d+/ : /PostgreSQL 1[5-9]/
    expect(stdout).toMatch(version)
    expect(stdout.split('\n').map((line) => line.split(':')[0])).toEqual([
      '✓ configuration',
      '✓ database',
      '✓ storage',
      '✓ files',
      '✓ keys',
      '✓ clock',
      '✓ retention',
      '  ! no backup of the last 7 days',
      '✓ permissions of every route',
      '✓ mail',
      '✓ text messages',
      '✓ WeChat',
      '✓ certificate',
      'The forum is well.',
      '',
    ])
  })

  test('a table that is not the one of its definition', async () => {
    const db = await openPlace(place)
    await sql`alter table tracks rename column position to place`.execute(db.kysely)
    expect(await runDoctor()).toEqual(unwell(/^✗ database: .*tracks\.position is missing/))
  })

  test('migrations that were not run', async () => {
    const db = await openPlace(place)
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
      db.kysely,
    )
    expect(await runDoctor()).toEqual(unwell(/^✗ database: 1 migrations are to be run/))
  })

  test('a file that lost its bytes, or has others, and bytes that nobody needs [O1]', async () => {
    const stored = await listStored(place)
    const [first = '', second = ''] = stored
    const folder = join(place.dataDir, 'files')
    await writeFile(join(folder, '00000000-0000-4000-8000-000000000000'), 'x')
    const spare = await doctor()
    expect(spare).toMatchObject({ code: 0, stdout: expect.stringContaining('  ! 1 in ') })
    await rm(join(folder, first))
    await writeFile(join(folder, second), 'x')
    expect(await runDoctor()).toEqual(
      unwell(new RegExp(`^✗ files: 2 of ${stored.length} have no bytes, or others`)),
    )
  })

  test('a folder of files that is none', async () => {
    const folder = join(place.dataDir, 'files')
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    expect(await runDoctor()).toEqual(unwell(/^✗ storage: /))
  })

  test('keys that others may read, are broken, lost or not those of this database [O1]', async () => {
    const db = await openPlace(place)
    const file = join(place.dataDir, 'secrets.json')
    await markKeys(db.kysely, await openSecrets(file))
    const keys = await readFile(file, 'utf8')
    expect(await doctor()).toMatchObject({ code: 0 })
    await chmod(file, 0o640)
    expect(await runDoctor()).toEqual(unwell(/^✗ keys: .*chmod 600/))
    await rm(file)
    expect(await runDoctor()).toEqual(unwell(/^✗ keys: .*is missing/))
    await writeFile(file, 'no keys', { mode: 0o600 })
    expect(await runDoctor()).toEqual(unwell(/^✗ keys: .*is no file of keys/))
    await rm(file)
    await openSecrets(file)
    expect(await runDoctor()).toEqual(
      unwell(/^✗ keys: .*is not the file that this database was written with/),
    )
    // A start with the wrong file leaves no mark: the right one back is all that is needed.
    expect(await markKeys(db.kysely, await openSecrets(file))).toBe(false)
    await writeFile(file, keys, { mode: 0o600 })
    expect(await doctor()).toMatchObject({ code: 0 })
  })

  test('a clock that is behind what was written', async () => {
    const db = await openPlace(place)
    await appendAudit(db.kysely, { at: new Date(Date.now() + 3_600_000), actorId: null, action: 'x' })
    expect(await runDoctor()).toEqual(unwell(/^✗ clock: .*the last audited deed/))
  })
})

describe('the doctor, whatever the database', () => {
  beforeEach(async () => {
    place = await emptyPlace('sqlite')
    await runCommand(place, ['migrate'])
  })

  test('a variable that cannot be used', async () => {
    expect(await runDoctor({ PORT: 'none' })).toEqual(unwell(/^✗ configuration: PORT=none is not a port/))
  })

  test('a database file that is damaged in its middle', async () => {
    await runCommand(place, ['sample'])
    const file = await open(join(place.dataDir, 'forum.sqlite'), 'r+')
    const { size } = await file.stat()
    // Many pages of one byte: whatever lies there, some of them belong to a table.
    for (let page = Math.floor(size / 8192); page < size / 4096 - 2; page += 2)
      await file.write(Buffer.alloc(2048, 0x5a), 0, 2048, page * 4096 + 1024)
    await file.close()
    const { code, stdout } = await doctor()
    expect(code).toBe(1)
    expect(stdout).toMatch(/^✗ database: /m)
  })

  test('a mail server that turns us away', async () => {
    const refusing = await listen('554 no service\r\n')
    expect(await runDoctor({ MAIL_URL: `smtp://127.0.0.1:${refusing}` })).toEqual(unwell(/^✗ mail: .*554/))
  })

  test('servers of mails, texts and WeChat that are away', async () => {
    const away = `127.0.0.1:${await freePort()}`
    const sms = { SMS_DRIVER: 'http', SMS_URL: `http://${away}/sms`, SMS_TOKEN: 't' }
    const weixin = { WEIXIN_APP_ID: 'a', WEIXIN_APP_SECRET: 's', WEIXIN_BASE: `http://${away}` }
    const end = await runDoctor({ MAIL_URL: `smtp://${away}`, ...sms, ...weixin })
    const silent = / 127\.0\.0\.1:\d+ does not answer/
    expect(end).toEqual(unwell(/^✗ mail: .*ECONNREFUSED/, silent, silent))
    expect(end.failed.map((line) => line.split(':')[0])).toEqual(['✗ mail', '✗ text messages', '✗ WeChat'])
  })

  test('a certificate that has run out, or has another key', async () => {
    const folder = join(place.dataDir, 'tls')
    await mkdir(folder)
    const make = async (name: string, days: string) => {
      const [key = '', request = '', cert = ''] = ['key', 'csr', 'crt'].map((end) =>
        join(folder, `${name}.${end}`),
      )
      const subject = ['-newkey', 'ed25519', '-nodes', '-subj', '/CN=forum']
      await run('openssl', ['req', '-new', ...subject, '-keyout', key, '-out', request])
      await run('openssl', ['x509', '-req', '-in', request, '-signkey', key, '-days', days, '-out', cert])
      return { TLS_CERT: cert, TLS_KEY: key }
    }
    const old = await make('old', '-1')
    const good = await make('good', '90')
    expect(await doctor(good)).toMatchObject({ code: 0 })
    expect(await runDoctor(old)).toEqual(unwell(/^✗ certificate: TLS_CERT was good until/))
    expect(await runDoctor({ ...good, TLS_KEY: old.TLS_KEY })).toEqual(
      unwell(/^✗ certificate: TLS_KEY is not the key/),
    )
  })

  test('a database that does not answer: the other looks are taken all the same', async () => {
    place = { ...place, databaseUrl: 'postgres://127.0.0.1:1/none' }
    const end = await doctor()
    for (const line of ['✗ database: ', '✓ storage', '✓ mail']) expect(end.stdout).toContain(line)
    expect(await runDoctor()).toEqual(unwell(/^✗ database: .*ECONNREFUSED/))
  })
})
