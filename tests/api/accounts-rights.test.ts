import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { blockUser, setRole, unblockUser } from '../../server/accounts/user-state.ts'
import { getUser } from '../../server/accounts/users.ts'
import { addPerson, auditOf, call, isSignedIn, password, signIn } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

eachDatabase('rights', (suite) => {
  const server = useServer(suite, { start: '2026-03-01T00:00:00Z' })

  /** The last step of a sign-in, which comes after the comparison. */
  function finish(id: string, passwordHash: string): Promise<string> {
    return server.db.transaction((trx) => insertSignIn(trx, { id }, server.now(), { passwordHash }))
  }

  describe('at the next request of a living token', () => {
    test('a blocked account holds; let in again, the old token stays good for nothing', async () => {
      const id = await addPerson(server)
      const token = await signIn(server, id)
      await server.db.transaction((trx) => blockUser(trx, id, server.now()))
      expect(await isSignedIn(server, token)).toBe(false)
      const refused = await call(server, '/front/user/login', { login_name: id, login_pwd: password })
      expect(refused).toMatchObject({ status: 200, body: { code: 401, error: { key: 'sign_in.refused' } } })
      await server.db.transaction((trx) => unblockUser(trx, id, server.now()))
      expect(await isSignedIn(server, token)).toBe(false)
      expect(await isSignedIn(server, await signIn(server, id))).toBe(true)
      expect(await auditOf(server, id)).toEqual([
        'account.blocked',
        'account.unblocked',
        'sign_in',
        'sign_in',
        'sign_in.refused',
      ])
    })

    test('a lost role ends it', async () => {
      const id = await addPerson(server, { role: 'organiser', isAdministrator: true })
      const token = await signIn(server, id)
      expect((await call(server, '/front/employee/current', undefined, { token })).status).toBe(200)
      await server.db.transaction((trx) => setRole(trx, id, { role: 'participant' }, server.now()))
      expect(await isSignedIn(server, token)).toBe(false)
      const again = await signIn(server, id)
      expect((await call(server, '/front/employee/current', undefined, { token: again })).status).toBe(401)
      expect((await call(server, '/front/query/audit_log/all', undefined, { token: again })).status).toBe(404)
    })

    test('an organiser who is no administrator any more is signed out', async () => {
      const id = await addPerson(server, { role: 'organiser', isAdministrator: true })
      const token = await signIn(server, id)
      await server.db.transaction((trx) =>
        setRole(trx, id, { role: 'organiser', isAdministrator: false }, server.now()),
      )
      expect(await isSignedIn(server, token)).toBe(false)
    })

    test('a new right is there, and nobody is signed out by it', async () => {
      const id = await addPerson(server, { role: 'applicant' })
      const token = await signIn(server, id)
      for (const rank of [{ role: 'participant' }, { role: 'organiser', isAdministrator: true }] as const) {
        await server.db.transaction((trx) => setRole(trx, id, rank, server.now()))
        const { body } = await call(server, '/front/user/current', undefined, { token })
        expect(body.data).toMatchObject({ role: rank.role })
      }
      expect((await call(server, '/front/query/audit_log/all', undefined, { token })).status).toBe(200)
    })

    test('a change that changes nothing leaves sign-ins and the log alone', async () => {
      const id = await addPerson(server)
      const token = await signIn(server, id)
      await server.db.transaction((trx) => setRole(trx, id, { role: 'participant' }, server.now()))
      expect(await isSignedIn(server, token)).toBe(true)
      expect(await auditOf(server, id)).toEqual(['sign_in'])
    })
  })

  describe('a sign-in whose password was found right a moment ago comes to nothing', () => {
    test('when the account was blocked meanwhile', async () => {
      const id = await addPerson(server)
      const { password_hash } = await getUser(server.db.kysely, id)
      await server.db.transaction((trx) => blockUser(trx, id, server.now()))
      await expect(finish(id, password_hash ?? '')).rejects.toMatchObject({ key: 'sign_in.refused' })
    })

    test('when the password was changed meanwhile', async () => {
      const id = await addPerson(server)
      const { password_hash } = await getUser(server.db.kysely, id)
      expect(await finish(id, password_hash ?? '')).toMatch(/^[\w-]{43}$/)
      await server.db.kysely
        .updateTable('users')
        .set({ password_hash: 'another' })
        .where('id', '=', id)
        .execute()
      await expect(finish(id, password_hash ?? '')).rejects.toMatchObject({ key: 'sign_in.refused' })
    })

    test('and a blocking waits for a sign-in that is being written, and ends it', async () => {
      const id = await addPerson(server)
      const { password_hash } = await getUser(server.db.kysely, id)
      let blocked: Promise<boolean> | undefined
      const token = await server.db.transaction(async (trx) => {
        const made = await insertSignIn(trx, { id }, server.now(), { passwordHash: password_hash ?? '' })
        blocked = server.db.transaction((other) => blockUser(other, id, server.now()))
        await sleep(50)
        return made
      })
      await blocked
      await server.db.transaction((trx) => unblockUser(trx, id, server.now()))
      expect(await isSignedIn(server, token)).toBe(false)
    })
  })

  describe('the employee check', () => {
    test('answers an organiser like the current user, by both signs of success [88]', async () => {
      const token = await signIn(server, await addPerson(server, { role: 'organiser', displayName: 'Chair' }))
      const { body } = await call(server, '/front/employee/current', undefined, { token })
      expect(body).toMatchObject({ code: 200, status: 'ok', data: { name: 'Chair', role: 'organiser' } })
    })

    test.each(['applicant', 'participant', 'staff'] as const)(
      'is 401 to %s, who stays signed in [88, T4]',
      async (role) => {
        const token = await signIn(server, await addPerson(server, { role }))
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
})
