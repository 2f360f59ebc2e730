import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCaller, insertSignIn, toLoginData } from '../../server/accounts/sign-ins.ts'
import { findUserByLogin } from '../../server/accounts/users.ts'
import { isPassword } from '../../server/accounts/password-hash.ts'
import { runCommand, runCommandProcess } from '../support/command.ts'
import { addPerson, auditOf } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'

const oneLine = /^[^\n]+\n$/

eachDatabase('operator commands', (suite) => {
  test('the doctor finds a database without tables unwell; it can be migrated twice', async () => {
    const before = await runCommandProcess(suite.place, ['doctor'])
    expect(before).toMatchObject({ code: 1, stdout: expect.stringContaining('✗ database') })
    const migrate = () => runCommand(suite.place, ['migrate'])
    const well = { code: 0, stderr: '' }
    expect([await migrate(), await migrate()]).toMatchObject([well, well])
  })

  test('user add makes an account with the password from standard input, once', async () => {
    const args = ['user', 'add', '--role', 'organiser', '--login', 'Chair']
    const input = 'a pass phrase \n'
    expect(await runCommandProcess(suite.place, args, { input })).toMatchObject({ code: 0 })
    const db = await suite.open()
    const user = await findUserByLogin(db.kysely, 'chair')
    expect(user).toMatchObject({ login_name: 'chair', role: 'organiser' })
    expect(await isPassword('a pass phrase ', user?.password_hash)).toBe(true)
    expect(await runCommandProcess(suite.place, args, { input })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No account was made: the login chair is taken.\n',
    })
  })

  test('user reset-second-factor lets in who has lost it, and signs them out', async () => {
    const db = await suite.open()
    const id = await addPerson({ db }, { role: 'organiser' })
    const at = '2026-03-01T00:00:00Z'
    const factor = { user_id: id, sealed_secret: '', last_step: null, created_at: at, confirmed_at: at }
    await db.kysely.insertInto('second_factors').values(factor).execute()
    const token = await insertSignIn(db.kysely, { id }, new Date())
    expect(await toLoginData(db.kysely, token, new Date())).toEqual({ token, secondFactor: 'code' })
    const end = await runCommand(suite.place, ['user', 'reset-second-factor', '--login', id.toUpperCase()])
    expect(end).toMatchObject({ code: 0, stdout: expect.stringMatching(oneLine), stderr: '' })
    expect(await findCaller(db.kysely, token, new Date())).toBeUndefined()
    const next = await insertSignIn(db.kysely, { id }, new Date())
    expect(await toLoginData(db.kysely, next, new Date())).toEqual({ token: next })
    expect(await auditOf({ db }, id)).toEqual(['second_factor.reset'])
  })

  test('user role, block and unblock change an account, end its sign-ins and are written down', async () => {
    const db = await suite.open()
    const add = ['user', 'add', '--role', 'organiser', '--login', 'helper']
    expect(await runCommandProcess(suite.place, add, { input: 'kestrel over reeds\n' })).toMatchObject({
      code: 0,
    })
    const { id = '' } = (await findUserByLogin(db.kysely, 'helper')) ?? {}
    const isIn = async (): Promise<boolean> => {
      const rows = await db.kysely.selectFrom('sign_ins').select('id').where('user_id', '=', id).execute()
      return rows.length > 0
    }
    for (const [args, now] of [
      [['role', '--role', 'participant'], { role: 'participant', blocked_at: null }],
      [['block'], { role: 'participant', blocked_at: expect.any(String) as string }],
    ] as const) {
      await insertSignIn(db.kysely, { id }, new Date())
      const end = await runCommand(suite.place, ['user', ...args, '--login', 'HELPER'])
      expect(end).toMatchObject({ code: 0, stdout: expect.stringMatching(oneLine), stderr: '' })
      expect(await findUserByLogin(db.kysely, 'helper')).toMatchObject(now)
      expect(await isIn()).toBe(false)
    }
    await expect(insertSignIn(db.kysely, { id }, new Date())).rejects.toMatchObject({
      key: 'sign_in.refused',
    })
    expect(await runCommand(suite.place, ['user', 'unblock', '--login', 'helper'])).toMatchObject({ code: 0 })
    expect(await insertSignIn(db.kysely, { id }, new Date())).toMatch(/^[\w-]{43}$/)
    const audit = await db.kysely
      .withTables<{ audit_log: { action: string; row_id: string | null } }>()
      .selectFrom('audit_log')
      .select('action')
      .where('row_id', '=', id)
      .orderBy('action')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual([
      'account.blocked',
      'account.made',
      'account.unblocked',
      'role.changed',
    ])
    expect(await runCommand(suite.place, ['user', 'block', '--login', 'nobody'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no account with the login nobody.\n',
    })
  })

  test('sample fills an empty database and leaves a filled one as it is; load-sample adds to it', async () => {
    expect(await runCommand(suite.place, ['sample'])).toMatchObject({ code: 0, stderr: '' })
    const again = await runCommand(suite.place, ['sample'])
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(oneLine) })
    const end = await runCommand(suite.place, ['load-sample', '--articles', '30', '--registrations', '20'])
    expect(end).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/30 informations[^]*20 registrations/),
    })
  })
})

describe('operator commands, whatever the database', () => {
  let dataDir: string

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'forum-commands-'))
  })

  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test.each([
    [[]],
    [['nonsense']],
    [['migrate', 'further']],
    [['doctor', '--loud']],
    [['user', 'toString', '--login', 'x']],
    [['user', 'role', '--login', 'x', '--role', 'king']],
    [['load-sample', '--articles', '-1']],
  ])('%j is refused with a line and the usage', async (args) => {
    const end = await runCommand({ dataDir }, args)
    expect(end).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+\nUsage: [^\n]+\n( +[^\n]+\n)*$/),
    })
  })

  test.each([
    ['a common password', ['user', 'add', '--role', 'participant', '--login', 'x'], 'Password2023'],
    ['a short password', ['user', 'add', '--role', 'participant', '--login', 'x'], 'short'],
    ['a file that is not there', ['import-schedule', 'nowhere.xml'], ''],
  ])('%s ends in one line', async (_what, args, input) => {
    const end = await runCommandProcess({ dataDir }, args, { input })
    expect(end).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(oneLine) })
  })

  test('a database that does not answer is told in one line', async () => {
    const end = await runCommand({ dataDir, databaseUrl: 'postgres://127.0.0.1:1/none' }, ['migrate'])
    expect(end).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]*DATABASE_URL[^\n]*\n$/),
    })
  })

  test('a file that is no database is told in one line and left as it is', async () => {
    const broken = join(dataDir, 'broken')
    await mkdir(broken)
    await writeFile(
      join(broken, 'forum.sqlite'),
      'not a database at all, but longer than a header has to be'.repeat(20),
    )
    const end = await runCommand({ dataDir: broken }, ['migrate'])
    expect(end).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]*DATA_DIR[^\n]*\n$/) })
    expect(await readFile(join(broken, 'forum.sqlite'), 'utf8')).toContain('not a database')
  })

  test('a new data folder is closed to other users of the machine', async () => {
    const own = join(dataDir, 'own')
    expect(await runCommand({ dataDir: own }, ['migrate'], { cwd: dataDir })).toMatchObject({ code: 0 })
    expect((await stat(own)).mode & 0o777).toBe(0o700)
  })

  test('a bad variable is told in one line, from .env too, and what is set wins over .env', async () => {
    const cwd = join(dataDir, 'settings')
    await mkdir(cwd)
    await writeFile(join(cwd, '.env'), 'PORT=none\n')
    expect(await runCommandProcess({ dataDir }, ['migrate'], { cwd })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'PORT=none is not a port: use a number from 0 to 65535\n',
    })
    expect(await runCommandProcess({ dataDir }, ['migrate'], { cwd, env: { PORT: '3001' } })).toMatchObject({
      code: 0,
    })
  })
})
