import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureFirstOrganiser } from '../../server/accounts/first-organiser.ts'
import { insertUser, type NewUser } from '../../server/accounts/users.ts'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { eachDatabase } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'

const password = '能源转型 forum'
const hourMs = 3_600_000
const start = new Date('2026-03-01T00:00:00Z')

const organiser: NewUser = { id: 'o1', loginName: 'chair', displayName: 'Chair', password, role: 'organiser' }
const participant: NewUser = { id: 'p1', loginName: 'guest@forum.example', password, role: 'participant' }

eachDatabase('accounts', (suite) => {
  let db: Database
  let server: TestServer
  let nowMs = start.getTime()

  beforeAll(async () => {
    db = await suite.open()
    await migrate(db)
    await insertUser(db.kysely, organiser, start)
    await insertUser(db.kysely, participant, start)
    await insertUser(db.kysely, { ...participant, id: 'p0', loginName: 'no-password' }, start)
    await db.kysely.updateTable('users').set({ password_hash: null }).where('id', '=', 'p0').execute()
    server = await startServer({ db, dataDir: suite.place.dataDir, now: () => new Date(nowMs) })
  })

  afterAll(() => server.close())

  beforeEach(() => {
    nowMs = start.getTime()
  })

  async function signIn(login_name: string, login_pwd = password): Promise<string> {
    const answer = await server.post('/front/user/login', { login_name, login_pwd })
    const { code, data } = (await answer.json()) as { code: number; data: { token: string } }
    expect(code).toBe(200)
    return data.token
  }

  async function isSignedIn(token: string): Promise<boolean> {
    return (await server.get('/front/user/current', token)).status === 200
  }

  test('the current user comes with both signs of success [83-85, T2]', async () => {
    const answer = await server.get('/front/user/current', await signIn('chair'))
    expect(await answer.json()).toEqual({
      code: 200,
      msg: 'OK',
      status: 'ok',
      data: { id: 'o1', name: 'Chair', role: 'organiser' },
    })
  })

  test('a login is the same in capitals and with blanks around it, and a form is taken like JSON', async () => {
    const form = new URLSearchParams({ login_name: ' CHAIR ', login_pwd: password })
    const answer = await server.post('/front/user/login', form)
    expect(await answer.json()).toMatchObject({ code: 200 })
  })

  test('a password typed in decomposed characters is the same password [60]', async () => {
    await insertUser(
      db.kysely,
      { ...participant, id: 'p2', loginName: 'accents', password: 'caféécole' },
      start,
    )
    await expect(signIn('accents', 'caféécole'.normalize('NFD'))).resolves.toMatch(/^[\w-]{43}$/)
  })

  test.each([
    ['a wrong password', 'chair', 'not this one'],
    ['an unknown account', 'nobody', password],
    ['an account that has no password yet', 'no-password', password],
  ])('%s is refused alike: HTTP 200, code 401 [66, T3]', async (_what, login_name, login_pwd) => {
    const answer = await server.post('/front/user/login', { login_name, login_pwd })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ code: 401, data: null, error: { key: 'sign_in.refused' } })
  })

  test.each([
    ['a further field', { login_name: 'chair', login_pwd: password, role: 'organiser' }],
    ['no password', { login_name: 'chair' }],
    ['a password that is no text', { login_name: 'chair', login_pwd: { $ne: '' } }],
  ])('%s in the body is refused [59]', async (_what, body) => {
    expect((await server.post('/front/user/login', body)).status).toBe(400)
  })

  test('a token is good in the header as it is and after Bearer, and nowhere else [97, T22]', async () => {
    const token = await signIn('chair')
    expect(await isSignedIn(token)).toBe(true)
    expect(await isSignedIn(`Bearer ${token}`)).toBe(true)
    expect((await server.get(`/front/user/current?token=${token}`)).status).toBe(401)
    expect(await isSignedIn(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(false)
  })

  test('the database keeps the hash of a token, never the token, nor the password', async () => {
    const token = await signIn('chair')
    const rows = await db.kysely.selectFrom('sign_ins').selectAll().execute()
    expect(rows.map((row) => row.token_hash)).toContain(createHash('sha256').update(token).digest('hex'))
    const users = await db.kysely.selectFrom('users').selectAll().execute()
    expect(JSON.stringify([rows, users])).not.toContain(token)
    expect(JSON.stringify(users)).not.toContain(password)
  })

  test('signing out ends this sign-in at once, and no other [90]', async () => {
    const [phone, laptop] = [await signIn('chair'), await signIn('chair')]
    expect((await server.post('/front/user/logout', {}, phone)).status).toBe(200)
    expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(laptop)).toBe(true)
    expect((await server.post('/front/user/logout', {}, phone)).status).toBe(401)
  })

  test.each([
    ['an organiser', 'chair', 2],
    ['a participant', 'guest@forum.example', 12],
  ])('%s who does nothing is signed out after some hours', async (_who, login, idleHours) => {
    const token = await signIn(login)
    nowMs += idleHours * hourMs - 1000
    expect(await isSignedIn(token)).toBe(true)
    nowMs += idleHours * hourMs
    expect(await isSignedIn(token)).toBe(false)
  })

  test.each([
    ['an organiser', 'chair', 12],
    ['a participant', 'guest@forum.example', 7 * 24],
  ])('%s is signed out at the latest after a fixed time, however busy', async (_who, login, hours) => {
    const token = await signIn(login)
    for (let hour = 1; hour < hours; hour += 1) {
      nowMs += hourMs
      expect(await isSignedIn(token)).toBe(true)
    }
    nowMs += hourMs
    expect(await isSignedIn(token)).toBe(false)
  })

  test('a token made under a clock that was far ahead is not good for longer', async () => {
    nowMs += 300 * 24 * hourMs
    const token = await signIn('chair')
    nowMs = start.getTime()
    expect(await isSignedIn(token)).toBe(false)
  })

  test('blocking an account ends its sign-ins, and its password is refused like a wrong one', async () => {
    await insertUser(db.kysely, { ...participant, id: 'p3', loginName: 'blocked' }, start)
    const token = await signIn('blocked')
    await db.kysely
      .updateTable('users')
      .set({ blocked_at: '2026-03-01T00:00:00Z' })
      .where('id', '=', 'p3')
      .execute()
    expect(await isSignedIn(token)).toBe(false)
    const answer = await server.post('/front/user/login', { login_name: 'blocked', login_pwd: password })
    expect(await answer.json()).toMatchObject({ code: 401, error: { key: 'sign_in.refused' } })
  })

  test('of two accounts with the same login only one is made', async () => {
    const twins = ['t1', 't2'].map((id) =>
      insertUser(db.kysely, { ...participant, id, loginName: 'Twin' }, start),
    )
    const results = await Promise.allSettled(twins)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('far too many sign-ins at once: some are turned away with a time to come back, none fails otherwise [67]', async () => {
    const body = new URLSearchParams({ login_name: 'nobody', login_pwd: password })
    const url = `${server.url}/api/front/user/login`
    const answers = await Promise.all(Array.from({ length: 60 }, () => fetch(url, { method: 'POST', body })))
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60 - busy.length)
  })
})

eachDatabase('the first organiser', (suite) => {
  test('is made once, with a password that is told once', async () => {
    const db = await suite.open()
    await migrate(db)
    const made = await ensureFirstOrganiser(db, { organiserLogin: 'Organiser' }, start)
    expect(made).toEqual({ login: 'organiser', password: expect.stringMatching(/^[\w-]{16}$/) })
    expect(await ensureFirstOrganiser(db, { organiserLogin: 'Organiser' }, start)).toBeUndefined()
    const users = await db.kysely.selectFrom('users').selectAll().execute()
    expect(users.map((user) => [user.role, Boolean(user.is_administrator)])).toEqual([['organiser', true]])
  })

  test('has the password of the configuration, which is not told', async () => {
    const db = await suite.open()
    await db.kysely.deleteFrom('users').execute()
    const given = { organiserLogin: 'chair', organiserPassword: password }
    expect(await ensureFirstOrganiser(db, given, start)).toEqual({ login: 'chair', password: undefined })
  })
})

eachDatabase('sign-in from one address', (suite) => {
  test('is limited, whatever login is tried', async () => {
    const db = await suite.open()
    await migrate(db)
    const server = await startServer({ db, dataDir: suite.place.dataDir, hasRateLimits: true })
    const statuses: number[] = []
    // Bodies that are refused at once cost no password hash but count.
    for (let call = 0; call < 130; call += 1)
      statuses.push((await server.post('/front/user/login', { login_name: `n${call}` })).status)
    await server.close()
    expect(statuses.slice(0, 120).every((status) => status === 400)).toBe(true)
    expect(statuses.slice(120).every((status) => status === 429)).toBe(true)
  })
})
