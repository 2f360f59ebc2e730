import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { blockUser, setRole, unblockUser } from '../../server/accounts/user-state.ts'
import { getUser } from '../../server/accounts/users.ts'
import { addPerson, auditOf, call, isSignedIn, signIn } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

eachDatabase('rights', (suite) => {
  const server = useServer(suite, { start: '2026-03-01T00:00:00Z' })

  /** The last step of a sign-in, which comes after the comparison. */
  function finish(id: string, passwordHash: string): Promise<string> {
    return server.db.transaction((trx) => insertSignIn(trx, { id }, server.now(), { passwordHash }))
  }

  describe('at the next request of a living token', () => {
    test.each([
      ['a lost role', 'organiser', true, 'participant', false, false],
      ['no administrator any more', 'organiser', true, 'organiser', false, false],
      ['a new role', 'applicant', false, 'participant', false, true],
      ['an administrator from now on', 'organiser', false, 'organiser', true, true],
      ['a change that changes nothing', 'participant', false, 'participant', false, true],
    ] as const)('%s', async (_what, from, wasAdministrator, role, isAdministrator, isKept) => {
      const id = await addPerson(server, { role: from, isAdministrator: wasAdministrator })
      const token = await signIn(server, id)
      await server.db.transaction((trx) => setRole(trx, id, { role, isAdministrator }, { now: server.now() }))
      expect(await isSignedIn(server, token)).toBe(isKept)
      const now = isKept ? token : await signIn(server, id)
      const { body } = await call(server, '/front/user/current', undefined, { token: now })
      expect(body.data).toMatchObject({ role })
      const log = await call(server, '/front/query/audit_log/all', undefined, { token: now })
      expect(log.status).toBe(isAdministrator ? 200 : 404)
      const isChanged = from !== role || wasAdministrator !== isAdministrator
      // The log that was refused a moment ago may be noted by now, or not yet.
      const audit = (await auditOf(server, id)).filter((action) => action !== 'call.refused')
      expect(audit.some((action) => action !== 'sign_in')).toBe(isChanged)
    })
  })

  describe('a sign-in whose password was found right a moment ago comes to nothing', () => {
    test('when the account was blocked, or the password changed, meanwhile', async () => {
      const id = await addPerson(server)
      const { password_hash } = await getUser(server.db.kysely, id)
      expect(await finish(id, password_hash ?? '')).toMatch(/^[\w-]{43}$/)
      await expect(finish(id, 'another')).rejects.toMatchObject({ key: 'sign_in.refused' })
      await server.db.transaction((trx) => blockUser(trx, id, { now: server.now() }))
      await expect(finish(id, password_hash ?? '')).rejects.toMatchObject({ key: 'sign_in.refused' })
    })

    test('and a blocking waits for a sign-in that is being written, and ends it', async () => {
      const id = await addPerson(server)
      const { password_hash } = await getUser(server.db.kysely, id)
      let blocked: Promise<boolean> | undefined
      const token = await server.db.transaction(async (trx) => {
        const made = await insertSignIn(trx, { id }, server.now(), { passwordHash: password_hash ?? '' })
        blocked = server.db.transaction((other) => blockUser(other, id, { now: server.now() }))
        await sleep(50)
        return made
      })
      await blocked
      await server.db.transaction((trx) => unblockUser(trx, id, { now: server.now() }))
      expect(await isSignedIn(server, token)).toBe(false)
    })
  })

  test('the employee check is 401 to others than organisers, who stay signed in [88, T4]', async () => {
    const token = await signIn(server, await addPerson(server))
    const answer = await call(server, '/front/employee/current', undefined, { token })
    expect(answer).toMatchObject({ status: 401, body: { code: 401, error: { key: 'employee.required' } } })
    expect(await isSignedIn(server, token)).toBe(true)
  })

  test('while accounts cannot be read, no call takes the person who makes it for nobody', async () => {
    const token = await signIn(server, await addPerson(server, { role: 'organiser' }))
    const paths = [
      '/modules',
      '/front/query/sessions/all',
      '/front/search?q=energy',
      '/front/article/2026030101',
      '/front/setting/forum',
      '/front/download/file/unknown',
      '/front/user/current',
      '/unknown',
    ]
    const statuses = async () =>
      Promise.all(paths.map(async (path) => (await call(server, path, undefined, { token })).status))
    const before = await statuses()
    await sql`alter table sign_ins rename to sign_ins_away`.execute(server.db.kysely)
    expect(await statuses()).toEqual(paths.map(() => 503))
    await sql`alter table sign_ins_away rename to sign_ins`.execute(server.db.kysely)
    expect(before).not.toContain(503)
    expect(await statuses()).toEqual(before)
  })
})
