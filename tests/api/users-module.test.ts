import { beforeAll, expect, test } from 'vitest'
import { paths } from '../../contract/api.ts'
import { ensureMobileAccount, insertUser } from '#server/accounts/users.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { setRole } from '../../server/accounts/user-state.ts'
import { auditOf, call, isSignedIn, password, signIn, type Answer } from '../support/accounts.ts'
import { addSignedIn, refusedFields, rowIn, type Person } from '../support/console-person.ts'
import { eachDatabase } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

eachDatabase('accounts in the console', (suite) => {
  let admin: Person
  const server = useServer(suite)
  beforeAll(async () => {
    admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
  })

  async function makeStaff(more: object): Promise<ReturnType<typeof rowIn>> {
    return rowIn(await admin.post(paths.post('users'), { display_name: 'Staff', ...more }))
  }

  test('exist for administrators alone: to everybody else as no module does [320]', async () => {
    const others = [
      await addSignedIn(server, { role: 'organiser' }),
      await addSignedIn(server, { role: 'staff' }),
      await addSignedIn(server),
      await addSignedIn(server, { role: 'applicant' }),
    ]
    for (const person of others) {
      const real = await Promise.all(askAll('users', person))
      const none = await Promise.all(askAll('nothing', person))
      expect(real.map(({ status }) => status)).toEqual(real.map(() => 404))
      expect(real.map(({ body }) => body.error)).toEqual(none.map(({ body }) => body.error))
    }
    expect((await call(server, paths.list('users'))).status).toBe(401)
    expect((await admin.get(paths.list('users'))).status).toBe(200)
    expect((await admin.post(paths.delete('users'), { id: others[0]?.id ?? '' })).status).toBe(404)
  })

  test('sign in by a code to their mobile, even when an operator chose the number as the login of another one', async () => {
    const row = await makeStaff({ login_name: 'desk.two@example.org', mobile: '138 0013 8031' })
    const other = { id: 'login-is-number', loginName: '+8613800138031', password, role: 'organiser' } as const
    await insertUser(server.db.kysely, other, new Date())
    expect(await server.db.transaction((trx) => ensureMobileAccount(trx, '+8613800138031', new Date()))).toBe(
      row.id,
    )
  })

  test('are made for staff, who sign in by a code to the mobile', async () => {
    const row = await makeStaff({
      login_name: ' Desk.One@Example.org ',
      mobile: '138 0013 8001',
      email: 'Desk@Example.org',
    })
    expect(row).toMatchObject({
      login_name: 'desk.one@example.org',
      mobile: '+8613800138001',
      email: 'desk@example.org',
      role: 'staff',
      is_administrator: false,
      blocked_at: null,
      version: 1,
    })
    expect(await server.db.transaction((trx) => ensureMobileAccount(trx, '+8613800138001', new Date()))).toBe(
      row.id,
    )
    const refused = await call(server, paths.login, {
      login_name: 'desk.one@example.org',
      login_pwd: password,
    })
    expect(refused.body.code).toBe(401)
    expect(await auditOf(server, row.id)).toContain('create')
  })

  test('take no role, no right and no block but by their actions [S2]', async () => {
    const { id } = await addSignedIn(server)
    const smuggled = { role: 'organiser', is_administrator: true, blocked_at: '2026-01-01T00:00:00Z' }
    const refused = ['blocked_at', 'is_administrator', 'role'].map((key) => `${key} field.read_only`)
    expect(refusedFields(await admin.post(paths.edit('users'), { id, ...smuggled }))).toEqual(refused)
    const block = await admin.post(paths.action('users', 'block'), { id, role: 'organiser' })
    expect(refusedFields(block)).toEqual(['role field.read_only'])
  })

  test('change their role: what is lost ends the sign-ins, what is won does not [S1]', async () => {
    const person = await addSignedIn(server)
    const setTo = (role: string, more: object = {}) =>
      admin.post(paths.action('users', 'set_role'), { id: person.id, role, ...more })
    expect(rowIn(await setTo('organiser'))).toMatchObject({ role: 'organiser', is_administrator: false })
    expect(await isSignedIn(server, person.token)).toBe(true)
    expect((await person.get(paths.list('users'))).status).toBe(404)
    const isAdministrator = { is_administrator: true }
    expect(rowIn(await setTo('organiser', isAdministrator))).toMatchObject(isAdministrator)
    expect((await person.get(paths.list('users'))).status).toBe(200)
    // Nobody but an organiser is an administrator, whatever is said.
    expect(rowIn(await setTo('staff', isAdministrator))).toMatchObject({
      role: 'staff',
      is_administrator: false,
    })
    expect(await isSignedIn(server, person.token)).toBe(false)
    expect(refusedFields(await setTo('emperor'))).toEqual(['role field.choice'])
    expect((await auditOf(server, person.id)).filter((action) => action === 'set_role')).toHaveLength(3)
  })

  test('are blocked at once and let in again [S1]', async () => {
    const person = await addSignedIn(server)
    const offered = async () => {
      const row = rowIn(await admin.get(paths.detail('users', person.id), { with: 'permissions' }))
      return (row['permissions'] as { actions: string[] }).actions
    }
    expect(await offered()).toEqual(['set_role', 'block'])
    const again = await admin.post(paths.action('users', 'unblock'), { id: person.id })
    expect(again.body.error?.key).toBe('action.state')
    const blocked = rowIn(await admin.post(paths.action('users', 'block'), { id: person.id }))
    expect(blocked['blocked_at']).toEqual(expect.any(String))
    expect(await offered()).toEqual(['set_role', 'unblock'])
    expect(await isSignedIn(server, person.token)).toBe(false)
    const refused = await call(server, paths.login, { login_name: person.id, login_pwd: password })
    expect(refused.body.error?.key).toBe('sign_in.refused')
    expect(
      rowIn(await admin.post(paths.action('users', 'unblock'), { id: person.id }))['blocked_at'],
    ).toBeNull()
    expect(await isSignedIn(server, person.token)).toBe(false)
    expect(await isSignedIn(server, await signIn(server, person.id))).toBe(true)
    expect(await auditOf(server, person.id)).toEqual(
      expect.arrayContaining(['block', 'sign_in.refused', 'unblock']),
    )
  })

  test('keep one administrator, also when two leave at the same time', async () => {
    const add = () => addSignedIn(server, { role: 'organiser', isAdministrator: true })
    await server.db.kysely.updateTable('users').set({ is_administrator: false }).execute()
    for (let round = 0; round < 8; round += 1) {
      const leave = (person: Person) =>
        round % 2 === 0
          ? person.post(paths.action('users', 'set_role'), { id: person.id, role: 'staff' })
          : person.post(paths.action('users', 'block'), { id: person.id })
      const rivals = [await add(), await add()] as const
      const answers = await Promise.all(rivals.map(leave))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
      expect(answers.find(({ status }) => status === 403)?.body.error?.key).toBe('account.last_administrator')
      await server.db.kysely.updateTable('users').set({ is_administrator: false }).execute()
    }
    admin = await add()
  })

  test('are found by no login of another account', async () => {
    await makeStaff({ login_name: 'taken-1', mobile: '13800138011', email: 'taken-1@example.org' })
    const twice = [
      [{ login_name: 'TAKEN-1' }, 'login_name user.taken'],
      [{ login_name: '+86 138 0013 8011' }, 'login_name user.taken'],
      [{ login_name: 'taken-1@example.org' }, 'login_name user.taken'],
      [{ login_name: 'free', mobile: '138-0013-8011' }, 'mobile user.taken'],
      [{ login_name: 'free', mobile: '12345' }, 'mobile field.invalid'],
    ] as const
    for (const [values, expected] of twice) {
      const refused = await admin.post(paths.post('users'), { display_name: 'Twice', ...values })
      expect(refusedFields(refused)).toEqual([expected])
    }
    // Two people may share a mailbox.
    await makeStaff({ login_name: 'taken-2', email: 'taken-1@example.org' })
  })

  test('leave a mobile that they give up to whoever has it next [S1]', async () => {
    const { id } = await makeStaff({ login_name: '+8613800138021', mobile: '+8613800138021' })
    const token = await server.db.transaction((trx) => insertSignIn(trx, { id }, new Date()))
    const moved = rowIn(await admin.post(paths.edit('users'), { id, mobile: '+8613800138022' }))
    expect(moved).toMatchObject({ mobile: '+8613800138022', login_name: '+8613800138022' })
    expect(await isSignedIn(server, token)).toBe(false)
    expect(
      await server.db.transaction((trx) => ensureMobileAccount(trx, '+8613800138021', new Date())),
    ).not.toBe(id)
  })

  test('tell an administrator that the server changed one meanwhile [234]', async () => {
    const { id } = await addSignedIn(server, { role: 'applicant' })
    const { version } = rowIn(await admin.get(paths.detail('users', id)))
    await server.db.transaction((trx) => setRole(trx, id, { role: 'participant' }, { now: new Date() }))
    const stale = await admin.post(paths.edit('users'), { id, version, display_name: 'Late' })
    expect(stale).toMatchObject({ status: 409, body: { error: { key: 'row.stale' } } })
    expect(stale.body.data).toMatchObject({ current: { role: 'participant' } })
  })
})

function askAll(name: string, person: Person): Promise<Answer>[] {
  return [
    person.get(paths.list(name)),
    person.get(paths.detail(name, person.id)),
    person.get(paths.metadata(name)),
    person.get(paths.revisions(name, person.id)),
    person.post(paths.post(name), { login_name: 'x', display_name: 'x' }),
    person.post(paths.edit(name), { id: person.id, display_name: 'x' }),
    person.post(paths.delete(name), { id: person.id }),
    person.post(paths.restore(name), { id: person.id, version: 1 }),
    person.post(paths.action(name, 'set_role'), { id: person.id, role: 'organiser', is_administrator: true }),
  ]
}
