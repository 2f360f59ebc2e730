import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { ensureFirstOrganiser } from '#server/accounts/users.ts'
import { insertUser } from '../../server/accounts/users.ts'
import { addPerson, call, isSignedIn, password, signIn } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { openTables, useServer } from '../support/use-server.ts'

const hourMs = 3_600_000
const start = new Date('2026-03-01T00:00:00Z')
const login = '/front/user/login'

eachDatabase('accounts', (suite) => {
  const server = useServer(suite, { start, eachTest: 'starts again' })
  beforeAll(async () => {
    await addPerson(server, { id: 'chair', displayName: 'Chair', role: 'organiser' })
    await addPerson(server, { id: 'guest' })
  })

  test('the current user comes with both signs of success [83-85, 263, T2]', async () => {
    const { body } = await call(server, '/front/user/current', undefined, {
      token: await signIn(server, 'chair'),
    })
    const data = { id: 'chair', name: 'Chair', role: 'organiser' }
    expect(body).toEqual({ code: 200, msg: 'OK', status: 'ok', data })
  })

  test('a login is the same in capitals and with blanks around it, and a form is taken like JSON [60]', async () => {
    const form = new URLSearchParams({ login_name: ' CHAIR ', login_pwd: password })
    const answer = await server.post(login, form)
    expect(await answer.json()).toMatchObject({
      code: 200,
      msg: 'OK',
      data: { token: expect.stringMatching(/^[\w-]{43}$/) as string },
    })
  })

  test.each([
    ['a further field', { login_name: 'chair', login_pwd: password, role: 'organiser' }, 400],
    ['no password', { login_name: 'chair' }, 400],
    ['a password that is no text', { login_name: 'chair', login_pwd: { $ne: '' } }, 400],
    ['70 kB', { login_name: 'a'.repeat(70_000) }, 413],
  ])('%s in the body is refused [59]', async (_what, body, status) => {
    expect((await server.post(login, body)).status).toBe(status)
  })

  test('a token is good in the header as it is and after Bearer, and nowhere else [97, T22]', async () => {
    const token = await signIn(server, 'chair')
    expect(await isSignedIn(server, token)).toBe(true)
    expect(await isSignedIn(server, `Bearer ${token}`)).toBe(true)
    expect((await server.get(`/front/user/current?token=${token}`)).status).toBe(401)
  })

  test('the database keeps the hash of a token, never the token, nor the password', async () => {
    const token = await signIn(server, 'chair')
    const rows = await server.db.kysely.selectFrom('sign_ins').selectAll().execute()
    expect(rows.map((row) => row.token_hash)).toContain(createHash('sha256').update(token).digest('hex'))
    await insertUser(server.db.kysely, { id: 'new', loginName: 'new', password, role: 'staff' }, start)
    const users = await server.db.kysely.selectFrom('users').selectAll().execute()
    expect(JSON.stringify([rows, users])).not.toContain(token)
    expect(JSON.stringify(users)).not.toContain(password)
  })

  test('signing out ends this sign-in at once, and no other [90]', async () => {
    const [phone, laptop] = [await signIn(server, 'chair'), await signIn(server, 'chair')]
    expect((await server.post('/front/user/logout', {}, phone)).status).toBe(200)
    expect([await isSignedIn(server, phone), await isSignedIn(server, laptop)]).toEqual([false, true])
    expect((await server.post('/front/user/logout', {}, phone)).status).toBe(401)
  })

  test.each([
    ['chair', 2, 12],
    ['guest', 12, 7 * 24],
  ])('%s is signed out after %i idle hours, and after %i however busy', async (who, idleHours, hours) => {
    const [idle, busy] = [await signIn(server, who), await signIn(server, who)]
    server.nowMs += idleHours * hourMs - 1000
    expect(await isSignedIn(server, idle)).toBe(true)
    server.nowMs += idleHours * hourMs
    expect(await isSignedIn(server, idle)).toBe(false)
    for (let hour = 1; hour <= hours; hour += 1) {
      server.nowMs = start.getTime() + hour * hourMs
      expect([hour, await isSignedIn(server, busy)]).toEqual([hour, hour < hours])
    }
  })

  test('a token made under a clock that was far ahead is not good for longer', async () => {
    server.nowMs += 300 * 24 * hourMs
    const token = await signIn(server, 'chair')
    server.nowMs = start.getTime()
    expect(await isSignedIn(server, token)).toBe(false)
  })

  test('of two accounts with the same login only one is made', async () => {
    const twins = ['t1', 't2'].map((id) => addPerson(server, { id, loginName: 'twin' }))
    const results = await Promise.allSettled(twins)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('far too many sign-ins at once: some are turned away with a time to come back, none fails otherwise [67]', async () => {
    await insertUser(server.db.kysely, { id: 'slow', loginName: 'slow', password, role: 'staff' }, start)
    const body = new URLSearchParams({ login_name: 'slow', login_pwd: password })
    const init = { method: 'POST', body }
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => fetch(`${server.url}/api${login}`, init)),
    )
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60 - busy.length)
  })
})

eachDatabase('the first organiser', (suite) => {
  test('is made once, with a password that is told once, unless the configuration has it', async () => {
    const db = await openTables(suite)
    const made = await ensureFirstOrganiser(db, { organiserLogin: 'Organiser' }, start)
    expect(made).toEqual({ login: 'organiser', password: expect.stringMatching(/^[\w-]{16}$/) })
    expect(await ensureFirstOrganiser(db, { organiserLogin: 'Organiser' }, start)).toBeUndefined()
    const users = await db.kysely.selectFrom('users').selectAll().execute()
    expect(users.map((user) => [user.role, Boolean(user.is_administrator)])).toEqual([['organiser', true]])
    await db.kysely.deleteFrom('users').execute()
    const given = { organiserLogin: 'chair', organiserPassword: password }
    expect(await ensureFirstOrganiser(db, given, start)).toEqual({ login: 'chair', password: undefined })
  })
})
