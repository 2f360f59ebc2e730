import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignInEntry } from '../../contract/calls.ts'
import { blockUser, setRole, unblockUser } from '../../server/accounts/user-state.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { getUser } from '../../server/accounts/users.ts'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { addPerson, call, isSignedIn, password, signIn } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const start = new Date('2026-03-01T00:00:00Z')
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'

eachDatabase('sign-ins', (suite) => {
  let db: Database
  let server: TestServer
  let nowMs = start.getTime()
  const now = (): Date => new Date(nowMs)

  beforeAll(async () => {
    db = await suite.open()
    await migrate(db)
    server = await startServer({ db, dataDir: suite.place.dataDir, now })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    nowMs = start.getTime()
  })

  async function auditOf(actorId: string): Promise<string[]> {
    const rows = await db.kysely
      .withTables<{ audit_log: { action: string; actor_id: string | null; row_id: string | null } }>()
      .selectFrom('audit_log')
      .select('action')
      .where((eb) => eb.or([eb('actor_id', '=', actorId), eb('row_id', '=', actorId)]))
      .execute()
    return rows.map(({ action }) => action)
  }

  describe('kept on this device', () => {
    async function keep(token: string) {
      return call(server, '/front/user/keep', {}, { token })
    }

    test('lasts 30 days unused and 60 in all', async () => {
      const id = await addPerson(db)
      const [idle, busy] = [await signIn(server, id), await signIn(server, id)]
      expect((await keep(idle)).body.data).toEqual({ expiresAt: '2026-04-30T00:00:00Z' })
      await keep(busy)
      for (let day = 1; day < 60; day += 1) {
        nowMs = start.getTime() + day * dayMs
        expect(await isSignedIn(server, busy)).toBe(true)
        // Asked once: an answer counts as a use.
        if (day === 30) expect(await isSignedIn(server, idle)).toBe(false)
      }
      nowMs = start.getTime() + 60 * dayMs
      expect(await isSignedIn(server, busy)).toBe(false)
    })

    test('is still good on the last of 30 unused days', async () => {
      const token = await signIn(server, await addPerson(db))
      await keep(token)
      nowMs += 30 * dayMs - 1000
      expect(await isSignedIn(server, token)).toBe(true)
    })

    test('is decided right after signing in: five minutes later it is refused, and nothing changes', async () => {
      const token = await signIn(server, await addPerson(db))
      nowMs += 5 * minuteMs + 1000
      expect(await keep(token)).toMatchObject({ status: 403, body: { error: { key: 'sign_in.not_kept' } } })
      nowMs += 13 * 60 * minuteMs
      expect(await isSignedIn(server, token)).toBe(false)
    })

    test('is nothing for an organiser, and ends with a promotion to one', async () => {
      const chair = await signIn(server, await addPerson(db, { role: 'organiser' }))
      expect(await keep(chair)).toMatchObject({ status: 403, body: { error: { key: 'sign_in.not_kept' } } })
      const id = await addPerson(db)
      const token = await signIn(server, id)
      await keep(token)
      await db.transaction((trx) => setRole(trx, id, { role: 'organiser' }, now()))
      expect(await isSignedIn(server, token)).toBe(true)
      nowMs += 12 * 60 * minuteMs
      expect(await isSignedIn(server, token)).toBe(false)
    })
  })

  describe('a person sees their own', () => {
    async function list(token: string): Promise<SignInEntry[]> {
      const { body } = await call(server, '/front/user/sign-ins', undefined, { token })
      return (body.data as { items: SignInEntry[] }).items
    }

    test('with device and times, the one that asks marked, and nobody else’s', async () => {
      await signIn(server, await addPerson(db))
      const id = await addPerson(db)
      const phone = await signIn(server, id, { headers: { 'user-agent': iPhone } })
      nowMs += minuteMs
      const laptop = await signIn(server, id, { headers: { 'user-agent': 'curl/8.5.0' } })
      nowMs += minuteMs
      const items = await list(phone)
      expect(items).toEqual([
        {
          id: expect.any(String) as string,
          device: 'Safari · iPhone',
          createdAt: '2026-03-01T00:00:00Z',
          lastUsedAt: '2026-03-01T00:02:00Z',
          expiresAt: '2026-03-08T00:00:00Z',
          isKept: false,
          isThis: true,
        },
        expect.objectContaining({ device: '', createdAt: '2026-03-01T00:01:00Z', isThis: false }),
      ])
      expect(JSON.stringify(items)).not.toContain(phone)
      expect((await list(laptop)).map(({ isThis }) => isThis).toSorted()).toEqual([false, true])
    })

    test('without those that have run out', async () => {
      const id = await addPerson(db)
      await signIn(server, id)
      nowMs += 12 * 60 * minuteMs
      expect(await list(await signIn(server, id))).toHaveLength(1)
    })

    test('and ends one of them; another person’s is not found', async () => {
      const id = await addPerson(db)
      const [phone, laptop] = [await signIn(server, id), await signIn(server, id)]
      const stranger = await signIn(server, await addPerson(db))
      const other = (await list(phone)).find(({ isThis }) => !isThis)
      const end = (token: string) => call(server, '/front/user/sign-ins/end', { id: other?.id }, { token })
      expect((await end(stranger)).status).toBe(404)
      expect(await isSignedIn(server, laptop)).toBe(true)
      expect((await end(phone)).status).toBe(200)
      expect([await isSignedIn(server, phone), await isSignedIn(server, laptop)]).toEqual([true, false])
      expect((await end(phone)).status).toBe(404)
    })

    test('and ends all of them at once, which is written down', async () => {
      const id = await addPerson(db)
      const tokens = [await signIn(server, id), await signIn(server, id), await signIn(server, id)]
      const [first = ''] = tokens
      expect((await call(server, '/front/user/logout-everywhere', {}, { token: first })).status).toBe(200)
      for (const token of tokens) expect(await isSignedIn(server, token)).toBe(false)
      expect(await auditOf(id)).toEqual(['sign_in', 'sign_in', 'sign_in', 'sign_out.everywhere'])
    })
  })

  describe('at the next request of a living token', () => {
    test('a blocked account holds; let in again, the old token stays good for nothing', async () => {
      const id = await addPerson(db)
      const token = await signIn(server, id)
      await db.transaction((trx) => blockUser(trx, id, now()))
      expect(await isSignedIn(server, token)).toBe(false)
      const refused = await call(server, '/front/user/login', { login_name: id, login_pwd: password })
      expect(refused).toMatchObject({ status: 200, body: { code: 401, error: { key: 'sign_in.refused' } } })
      await db.transaction((trx) => unblockUser(trx, id, now()))
      expect(await isSignedIn(server, token)).toBe(false)
      expect(await isSignedIn(server, await signIn(server, id))).toBe(true)
      expect(await auditOf(id)).toEqual([
        'sign_in',
        'account.blocked',
        'sign_in.refused',
        'account.unblocked',
        'sign_in',
      ])
    })

    test('a lost role ends it', async () => {
      const id = await addPerson(db, { role: 'organiser', isAdministrator: true })
      const token = await signIn(server, id)
      expect((await call(server, '/front/employee/current', undefined, { token })).status).toBe(200)
      await db.transaction((trx) => setRole(trx, id, { role: 'participant' }, now()))
      expect(await isSignedIn(server, token)).toBe(false)
      const again = await signIn(server, id)
      expect((await call(server, '/front/employee/current', undefined, { token: again })).status).toBe(401)
      expect((await call(server, '/front/query/audit_log/all', undefined, { token: again })).status).toBe(404)
    })

    test('an organiser who is no administrator any more is signed out', async () => {
      const id = await addPerson(db, { role: 'organiser', isAdministrator: true })
      const token = await signIn(server, id)
      await db.transaction((trx) => setRole(trx, id, { role: 'organiser', isAdministrator: false }, now()))
      expect(await isSignedIn(server, token)).toBe(false)
    })

    test('a new right is there, and nobody is signed out by it', async () => {
      const id = await addPerson(db, { role: 'applicant' })
      const token = await signIn(server, id)
      for (const rank of [{ role: 'participant' }, { role: 'organiser', isAdministrator: true }] as const) {
        await db.transaction((trx) => setRole(trx, id, rank, now()))
        const { body } = await call(server, '/front/user/current', undefined, { token })
        expect(body.data).toMatchObject({ role: rank.role })
      }
      expect((await call(server, '/front/query/audit_log/all', undefined, { token })).status).toBe(200)
    })

    test('a change that changes nothing leaves sign-ins and the log alone', async () => {
      const id = await addPerson(db)
      const token = await signIn(server, id)
      await db.transaction((trx) => setRole(trx, id, { role: 'participant' }, now()))
      expect(await isSignedIn(server, token)).toBe(true)
      expect(await auditOf(id)).toEqual(['sign_in'])
    })
  })

  describe('a sign-in whose password was found right a moment ago comes to nothing', () => {
    /** The last step of a sign-in, which comes after the comparison. */
    async function finish(id: string, passwordHash: string): Promise<string> {
      return db.transaction((trx) => insertSignIn(trx, { id }, now(), { passwordHash }))
    }

    test('when the account was blocked meanwhile', async () => {
      const id = await addPerson(db)
      const { password_hash } = await getUser(db.kysely, id)
      await db.transaction((trx) => blockUser(trx, id, now()))
      await expect(finish(id, password_hash ?? '')).rejects.toMatchObject({ key: 'sign_in.refused' })
    })

    test('when the password was changed meanwhile', async () => {
      const id = await addPerson(db)
      const { password_hash } = await getUser(db.kysely, id)
      expect(await finish(id, password_hash ?? '')).toMatch(/^[\w-]{43}$/)
      await db.kysely.updateTable('users').set({ password_hash: 'another' }).where('id', '=', id).execute()
      await expect(finish(id, password_hash ?? '')).rejects.toMatchObject({ key: 'sign_in.refused' })
    })

    test('and a blocking waits for a sign-in that is being written, and ends it', async () => {
      const id = await addPerson(db)
      const { password_hash } = await getUser(db.kysely, id)
      let blocked: Promise<boolean> | undefined
      const token = await db.transaction(async (trx) => {
        const made = await insertSignIn(trx, { id }, now(), { passwordHash: password_hash ?? '' })
        blocked = db.transaction((other) => blockUser(other, id, now()))
        await sleep(50)
        return made
      })
      await blocked
      await db.transaction((trx) => unblockUser(trx, id, now()))
      expect(await isSignedIn(server, token)).toBe(false)
    })
  })

  describe('the employee check', () => {
    test('answers an organiser like the current user, by both signs of success', async () => {
      const token = await signIn(server, await addPerson(db, { role: 'organiser', displayName: 'Chair' }))
      const { body } = await call(server, '/front/employee/current', undefined, { token })
      expect(body).toMatchObject({ code: 200, status: 'ok', data: { name: 'Chair', role: 'organiser' } })
    })

    test.each(['applicant', 'participant', 'staff'] as const)(
      'is 401 to %s, who stays signed in',
      async (role) => {
        const token = await signIn(server, await addPerson(db, { role }))
        const answer = await call(server, '/front/employee/current', undefined, { token })
        expect(answer).toMatchObject({
          status: 401,
          body: { code: 401, error: { key: 'employee.required' } },
        })
        expect(await isSignedIn(server, token)).toBe(true)
      },
    )

    test('is 401 to nobody', async () => {
      expect((await call(server, '/front/employee/current')).status).toBe(401)
    })
  })

  test('a token that has run out is nobody’s on a public call, whose answer says so', async () => {
    const id = await addPerson(db)
    const token = await signIn(server, id)
    const fresh = await call(server, '/front/user/sign-in-ways', undefined, { token })
    expect(fresh.headers.get('x-session')).toBeNull()
    nowMs += 12 * 60 * minuteMs
    const late = await call(server, '/front/user/sign-in-ways', undefined, { token })
    expect(late.body).toEqual(fresh.body)
    expect([late.status, late.headers.get('x-session')]).toEqual([200, 'expired'])
  })

  test('sign-in by mobile however it is typed, and by e-mail', async () => {
    const id = await addPerson(db)
    await db.kysely
      .updateTable('users')
      .set({ mobile: '+8613912345067', email: 'zhang@solar.example' })
      .where('id', '=', id)
      .execute()
    for (const name of [
      '13912345067',
      '+86 139 1234 5067',
      '０1391234５067'.slice(1),
      'ZHANG@solar.example',
    ]) {
      const { body } = await call(server, '/front/user/login', { login_name: name, login_pwd: password })
      expect([name, body.code]).toEqual([name, 200])
    }
  })
})
