import { once } from 'node:events'
import { get } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '../../contract/api.ts'
import { outgoingMessages } from '../../contract/modules/outgoing-messages.ts'
import { settings } from '../../contract/modules/settings.ts'
import { redeemTemporaryToken } from '../../server/accounts/temporary-tokens.ts'
import { introspectTables } from '../../server/db/introspection.ts'
import { moduleTables } from '../../server/db/module-tables.ts'
import { readRows } from '../../server/engine/write/write-rows.ts'
import { addPerson, auditOf, call, password, signIn, whyOf, type TestUser } from '../support/accounts.ts'
import { addSignedIn, personOf, refusedFields, type Person } from '../support/console-person.ts'
import { bothDatabases } from '../support/databases.ts'
import { nextCode } from '../support/outgoing.ts'
import { setUpSecondFactor, type TestFactor } from '../support/second-factor.ts'
import { useServer } from '../support/use-server.ts'

const minuteMs = 60_000

const verify = (person: Person, code: string) => person.post(paths.verifySecondFactor, { code })
const statusOf = async (person: Person): Promise<number> => (await person.get(paths.currentEmployee)).status

bothDatabases('the second factor', (suite) => {
  // Each test is days after the one before: limits of an address last ten minutes.
  const server = useServer(suite, {
    start: '2026-03-01T00:00:00Z',
    eachTest: 48 * 60 * minuteMs,
    hasRateLimits: true,
    hasMessages: true,
    env: { LOG_LEVEL: 'debug' },
  })
  beforeEach(() => require(false))

  const require = (isRequired: boolean): Promise<unknown> =>
    server.write(settings, [
      {
        id: 'second-factor',
        name: 'second_factor',
        value: { isRequired },
        is_public: false,
        is_secret: true,
      },
    ])
  const passStep = (): number => (server.nowMs += 30_000)

  /** Somebody with a second factor, who has just set it up. */
  async function addProtected(user: TestUser = {}): Promise<Person & { factor: TestFactor }> {
    const person = await addSignedIn(server, { role: 'organiser', ...user })
    const factor = await setUpSecondFactor(server, person.token)
    passStep()
    return { ...person, factor }
  }

  async function signInAgain({ id }: { id: string }): Promise<Person & { secondFactor: unknown }> {
    const { body } = await call(server, paths.login, { login_name: id, login_pwd: password })
    const { token, secondFactor } = body.data as { token: string; secondFactor?: unknown }
    return { ...personOf(server, id, token), secondFactor }
  }

  test('keeps the sign-ins that have shown it from those that have not: who knows the password ends none', async () => {
    const person = await addProtected()
    const half: Person[] = []
    for (let count = 0; count < 21; count += 1) {
      server.nowMs += minuteMs
      half.push(await signInAgain(person))
    }
    expect(await statusOf(person)).toBe(200)
    const answers = await Promise.all(half.map(statusOf))
    expect(answers).toEqual([401, ...Array<number>(20).fill(403)])
    // Those that show it are twenty at most, too.
    for (const one of half.slice(1)) {
      server.nowMs += minuteMs
      expect((await verify(one, person.factor.code())).status).toBe(200)
    }
    expect(await statusOf(person)).toBe(401)
    expect(await Promise.all(half.map(statusOf))).toEqual([401, ...Array<number>(20).fill(200)])
  })

  test('is asked for at the next sign-in, and each code counts once', async () => {
    const person = await addSignedIn(server, { role: 'organiser' })
    const elsewhere = await signInAgain(person)
    const factor = await setUpSecondFactor(server, person.token)
    expect([await statusOf(person), await statusOf(elsewhere)]).toEqual([200, 401])
    const half = await signInAgain(person)
    expect(half.secondFactor).toBe('code')
    expect((await half.get(paths.currentUser)).body.data).toMatchObject({
      id: person.id,
      secondFactor: 'code',
    })
    // The code that put it into use is spent.
    expect(refusedFields(await verify(half, factor.code()))).toEqual(['code second_factor.wrong'])
    expect(await statusOf(half)).toBe(403)
    passStep()
    const answers = await Promise.all([verify(half, factor.code()), verify(half, factor.code())])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await statusOf(half)).toBe(200)
    expect(await auditOf(server, person.id)).toEqual(
      expect.arrayContaining(['second_factor.set_up', 'second_factor.refused', 'second_factor.passed']),
    )
  })

  test('is asked for after a code to the phone too', async () => {
    const mobile = '+8613900000001'
    await addProtected({ mobile })
    await call(server, paths.sendCode, { mobile })
    const captcha = await nextCode(server.dataDir, mobile)
    const { body } = await call(server, paths.smsLogin, { mobile, captcha })
    expect(body.data).toMatchObject({ secondFactor: 'code' })
  })

  test('is replaced by each recovery code once, until there are new ones', async () => {
    const { factor, ...person } = await addProtected()
    const [first = '', second = ''] = factor.recoveryCodes
    expect(new Set(factor.recoveryCodes).size).toBe(10)
    const half = await signInAgain(person)
    expect((await verify(half, ` ${first.toLowerCase().replace('-', ' ')} `)).status).toBe(200)
    expect((await half.get(paths.secondFactor)).body.data).toMatchObject({ isOn: true, recoveryCodesLeft: 9 })
    expect((await verify(await signInAgain(person), first)).status).toBe(422)
    const renewed = await person.post(paths.renewRecoveryCodes, {})
    const { recoveryCodes } = renewed.body.data as { recoveryCodes: string[] }
    expect((await verify(await signInAgain(person), second)).status).toBe(422)
    expect((await verify(await signInAgain(person), recoveryCodes[0] ?? '')).status).toBe(200)
    expect(await auditOf(server, person.id)).toContain('second_factor.recovery')
  })

  test('lies nowhere in the clear', async () => {
    const { factor, ...person } = await addProtected()
    const half = await signInAgain(person)
    await verify(half, factor.recoveryCodes[0] ?? '')
    const tables = await introspectTables(server.db.kysely)
    const rows = tables.map(({ name }) =>
      moduleTables(server.db.kysely).selectFrom(name).selectAll().execute(),
    )
    const stored = JSON.stringify(await Promise.all(rows)) + server.log
    expect([stored.includes(person.id), server.log.includes(paths.verifySecondFactor)]).toEqual([true, true])
    const codes = factor.recoveryCodes.flatMap((code) => [code, code.replace('-', '')])
    for (const secret of [factor.secret, ...codes]) expect(stored).not.toContain(secret)
  })

  test('is changed with a fresh proof only, and taken away', async () => {
    const { factor, ...person } = await addProtected()
    server.nowMs += 11 * minuteMs
    for (const path of [paths.renewRecoveryCodes, paths.removeSecondFactor]) {
      expect(refusedFields(await person.post(path, {}))).toEqual(['login_pwd account.password_needed'])
      expect(refusedFields(await person.post(path, { login_pwd: 'wrong' }))).toEqual([
        'login_pwd account.password_wrong',
      ])
    }
    expect((await person.post(paths.removeSecondFactor, { login_pwd: password })).status).toBe(200)
    expect((await signInAgain(person)).secondFactor).toBeUndefined()
    expect(await auditOf(server, person.id)).toContain('second_factor.removed')
    expect(whyOf(await verify(person, factor.code()))).toBe('second_factor.off')
    expect(refusedFields(await person.post(paths.setUpSecondFactor, {}))).toHaveLength(1)
    const participant = await addSignedIn(server)
    expect((await participant.post(paths.setUpSecondFactor, {})).status).toBe(404)
  })

  test('cannot be guessed: five wrong codes, then a quarter of an hour', async () => {
    const { factor, ...person } = await addProtected()
    const half = await signInAgain(person)
    const guesses = await Promise.all(Array.from({ length: 7 }, () => verify(half, 'AAAAA-AAAAA')))
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2)
    expect((await verify(await signInAgain(person), factor.code())).status).toBe(429)
    server.nowMs += 15 * minuteMs
    expect((await verify(half, factor.code())).status).toBe(200)
  })

  test('is reset by another administrator, who proves who they are', async () => {
    const administrator = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
    const { factor: _factor, ...person } = await addProtected({ email: 'lost@forum.example' })
    const reset = (id: string, body = {}) => administrator.post(paths.resetSecondFactor(id), body)
    expect(whyOf(await reset(administrator.id))).toBe('action.own')
    expect((await reset('nobody')).status).toBe(404)
    expect((await person.post(paths.resetSecondFactor(administrator.id), {})).status).toBe(404)
    server.nowMs += 11 * minuteMs
    expect(refusedFields(await reset(person.id))).toEqual(['login_pwd account.password_needed'])
    const state = () => administrator.get(paths.accountSecondFactor(person.id))
    expect((await state()).body.data).toEqual({ isOn: true, recoveryCodesLeft: 10 })
    expect((await reset(person.id, { login_pwd: password })).status).toBe(200)
    expect((await state()).body.data).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect(await statusOf(person)).toBe(401)
    expect((await signInAgain(person)).secondFactor).toBeUndefined()
    expect(await auditOf(server, person.id)).toContain('second_factor.reset')
    const sent = await readRows(server.db.kysely, outgoingMessages, { template: 'second_factor_removed' })
    expect(sent.at(-1)).toMatchObject({
      channel: 'mail',
      recipient: expect.stringMatching(/@forum.example$/),
    })
  })

  describe('where the setting requires it', () => {
    test('is set up before anything else, by organisers and staff with a grant', async () => {
      const staff = await addSignedIn(server, { role: 'staff' })
      const organiser = await addSignedIn(server, { role: 'organiser' })
      const participant = await addSignedIn(server)
      await require(true)
      const allOf = () =>
        Promise.all([organiser, staff, participant].map((person) => person.get(paths.signIns)))
      expect((await allOf()).map(whyOf)).toEqual(['second_factor.required', '', ''])
      const granted = server.db.kysely.updateTable('users').set({ grants: '["sessions"]' })
      await granted.where('id', '=', staff.id).execute()
      expect((await allOf()).map(whyOf)).toEqual(['second_factor.required', 'second_factor.required', ''])
      expect((await signInAgain(staff)).secondFactor).toBe('set_up')
      await setUpSecondFactor(server, staff.token)
      expect((await allOf()).map(whyOf)).toEqual(['second_factor.required', '', ''])
      expect(whyOf(await staff.post(paths.removeSecondFactor, {}))).toBe('second_factor.needed')
      expect((await organiser.post(paths.logout, {})).status).toBe(200)
    })

    test('no other route takes a sign-in without it for more than nobody', async () => {
      const id = await addPerson(server, { role: 'organiser', isAdministrator: true })
      const token = await signIn(server, id)
      await require(true)
      const asked: string[] = []
      for (const { method, url, options } of server.routes.filter((route) => route.url.startsWith('/api/'))) {
        const { permission } = options.config ?? {}
        if (permission?.kind === 'first_step') asked.push(url.slice('/api'.length))
        if (permission?.kind === 'first_step' || permission?.kind === 'public') continue
        const address = server.url + url.replace(':module', 'users').replace(/:\w+|\*/g, 'x')
        const answer = await fetch(address, { method, headers: { authorization: token } })
        const text = method === 'HEAD' ? 'second_factor.required' : await answer.text()
        expect([url, answer.status, text]).toEqual([
          url,
          403,
          expect.stringContaining('second_factor.required'),
        ])
      }
      const { currentUser, logout, secondFactor, setUpSecondFactor: start } = paths
      const steps = [start, paths.confirmSecondFactor, paths.verifySecondFactor]
      expect(asked.toSorted()).toEqual([currentUser, logout, secondFactor, ...steps].toSorted())
      // A public call answers as it does to nobody: drafts stay unseen.
      expect((await call(server, paths.list('sessions'), undefined, { token })).status).toBe(200)
      const drafts = await call(server, `${paths.list('sessions')}?drafts=true`, undefined, { token })
      const ofNobody = await call(server, `${paths.list('sessions')}?drafts=true`)
      expect([drafts.status, drafts.body.data]).toEqual([ofNobody.status, ofNobody.body.data])
    })

    test('ends the event streams that are open, and the download tokens', async () => {
      const { token, ...organiser } = await addSignedIn(server, { role: 'organiser' })
      const made = await Promise.all([1, 2].map(() => organiser.get(paths.temporaryToken, { no: 'x' })))
      const [first, second] = made.map(({ body }) => (body.data as { token: string }).token)
      const redeem = (one = '') => redeemTemporaryToken(server.db.kysely, one, 'x', server.now())
      expect(await redeem(first)).toMatchObject({ caller: { id: organiser.id } })
      const headers = { authorization: token, accept: 'text/event-stream' }
      const [stream] = await once(
        get(`${server.url}/api${paths.changes}`, { agent: false, headers }),
        'response',
      )
      await require(true)
      await once(stream.resume(), 'end')
      expect(await redeem(second)).toBeUndefined()
      expect((await call(server, paths.changes, undefined, { token, headers })).status).toBe(403)
    })

    test('only administrators switch it', async () => {
      const organiser = await addSignedIn(server, { role: 'organiser' })
      const change = { id: 'second-factor', value: { isRequired: false } }
      expect((await organiser.post(paths.edit('settings'), change)).status).toBe(404)
      const own = { name: 'second_factor', value: { isRequired: false } }
      await server.db.kysely.withTables<{ settings: { id: string } }>().deleteFrom('settings').execute()
      expect(refusedFields(await organiser.post(paths.post('settings'), own))).toEqual([
        'is_secret setting.secret',
      ])
    })
  })
})
