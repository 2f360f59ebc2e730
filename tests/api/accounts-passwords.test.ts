import { describe, expect, test } from 'vitest'
import { addPerson, call, isSignedIn, password, signIn, type Answer, type Sent } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { nextCode, readMails, until } from '../support/outgoing.ts'
import { useServer } from '../support/use-server.ts'

const minuteMs = 60_000
const newPassword = '青山绿水共为邻里'
const start = new Date('2026-03-01T00:00:00Z')

/** The new password and its repeat. */
const twice = (text: string) => ({ new_pwd: text, repeat_pwd: text })

let mobiles = 0

/** A mobile that no other test uses. */
function nextMobile(): string {
  mobiles += 1
  return `+861391234${String(5000 + mobiles)}`
}

eachDatabase('passwords', (suite) => {
  const server = useServer(suite, { start, eachTest: 24 * 60 * minuteMs, hasMessages: true })

  function change(token: string, body: object, sent: Sent = {}): Promise<Answer> {
    return call(server, '/front/user/change-password', body, { token, ...sent })
  }

  async function isPasswordOf(login: string, text: string): Promise<boolean> {
    const { body } = await call(server, '/front/user/login', { login_name: login, login_pwd: text })
    return body.code === 200
  }

  /** Signs in by a code as the phone gets it. @returns the token */
  async function signInByCode(mobile: string): Promise<string> {
    await call(server, '/module/sms/sendCode', { mobile, check: false })
    const captcha = await nextCode(server.dataDir, mobile)
    const { body } = await call(server, '/front/sms/login', { mobile, captcha })
    expect(body.code).toBe(200)
    return (body.data as { token: string }).token
  }

  describe('with the old one', () => {
    test('the new one is good, the old one is not, and other sign-ins end while this one goes on [101]', async () => {
      const id = await addPerson(server)
      const [phone, laptop] = [await signIn(server, id), await signIn(server, id)]
      expect(await change(phone, { old_pwd: password, ...twice(newPassword) })).toMatchObject({
        status: 200,
        body: { code: 200, data: null },
      })
      expect([await isSignedIn(server, phone), await isSignedIn(server, laptop)]).toEqual([true, false])
      expect([await isPasswordOf(id, newPassword), await isPasswordOf(id, password)]).toEqual([true, false])
    })

    test.each([
      ['a wrong one', { old_pwd: 'not this one' }, 'password.wrong'],
      ['none', {}, 'password.proof_needed'],
      ['an empty one', { old_pwd: '' }, 'password.proof_needed'],
    ])('%s is told at its field, and nothing changes', async (_what, old, key) => {
      const id = await addPerson(server)
      const [phone, laptop] = [await signIn(server, id), await signIn(server, id)]
      const refused = await change(phone, { ...old, ...twice(newPassword) })
      expect(refused).toMatchObject({ status: 422, body: { error: { fields: [{ path: 'old_pwd', key }] } } })
      expect([await isSignedIn(server, laptop), await isPasswordOf(id, password)]).toEqual([true, true])
    })

    test('of many changes at once exactly one is done: the others were proven by what is gone', async () => {
      const id = await addPerson(server)
      const token = await signIn(server, id)
      const wanted = Array.from({ length: 6 }, (_, at) => `kestrel over reeds ${at}`)
      const answers = await Promise.all(
        wanted.map((text) => change(token, { old_pwd: password, ...twice(text) })),
      )
      const done = wanted.filter((_, at) => answers[at]?.status === 200)
      expect(done).toHaveLength(1)
      const good = await Promise.all(wanted.map((text) => isPasswordOf(id, text)))
      expect(wanted.filter((_, at) => good[at])).toEqual(done)
    })
  })

  describe('what is refused, at its field', () => {
    test.each([
      ['seven characters', 'tidal-7', 'field.too_short'],
      ['a common one', 'Password2023!', 'password.common'],
      ['the person’s own name', 'zhangsan-1987', 'password.personal'],
    ])('%s as the new one [102]', async (_what, text, key) => {
      const token = await signIn(server, await addPerson(server, { displayName: 'Zhangsan' }))
      const refused = await change(token, { old_pwd: password, ...twice(text) })
      expect(refused.body.error?.fields).toMatchObject([{ path: 'new_pwd', key }])
    })

    test('but not one of exactly eight characters, every one of which counts [103, 105]', async () => {
      const id = await addPerson(server)
      const text = '水能潮汐发电网络'
      expect((await change(await signIn(server, id), { old_pwd: password, ...twice(text) })).status).toBe(200)
      expect(await isPasswordOf(id, text)).toBe(true)
      expect(await isPasswordOf(id, text.slice(0, -1))).toBe(false)
    })

    test('a repeat that is another [104, 105]', async () => {
      const token = await signIn(server, await addPerson(server))
      const body = { old_pwd: password, new_pwd: newPassword, repeat_pwd: `${newPassword} ` }
      expect((await change(token, body)).body.error?.fields).toMatchObject([
        { path: 'repeat_pwd', key: 'password.not_repeated' },
      ])
    })

    test('a repeat in decomposed characters is the same [T40]', async () => {
      const id = await addPerson(server)
      const text = 'café école reeds'
      const body = { old_pwd: password, new_pwd: text, repeat_pwd: text.normalize('NFD') }
      expect((await change(await signIn(server, id), body)).status).toBe(200)
      expect(await isPasswordOf(id, text.normalize('NFD'))).toBe(true)
    })

    test.each([
      ['no text', { new_pwd: { $ne: '' } }, ['new_pwd field.invalid', 'repeat_pwd field.required']],
      ['a further field', { ...twice(newPassword), role: 'organiser' }, ['role field.unknown']],
    ])('%s in the body', async (_what, body, problems) => {
      const refused = await change(await signIn(server, await addPerson(server)), body)
      expect([refused.status, refused.body.error?.key]).toEqual([422, 'validation.failed'])
      const told = refused.body.error?.fields.map(({ path, key }) => `${path} ${key}`)
      expect(told?.toSorted()).toEqual(problems)
    })
  })

  describe('after a code', () => {
    test('a first password is set without an old one, once, and the person can sign in by it [101, 306]', async () => {
      const mobile = nextMobile()
      const token = await signInByCode(mobile)
      expect((await change(token, twice(newPassword))).status).toBe(200)
      expect(await isPasswordOf(mobile, newPassword)).toBe(true)
      // Neither a second time nor ten minutes later.
      const late = await signInByCode(nextMobile())
      server.nowMs += 10 * minuteMs
      for (const as of [token, late])
        expect((await change(as, twice('kestrel over reeds'))).body.error?.fields).toMatchObject([
          { path: 'old_pwd', key: 'password.proof_needed' },
        ])
    })

    test('a forgotten one is replaced, and whoever had it is out', async () => {
      const mobile = nextMobile()
      await change(await signInByCode(mobile), twice(password))
      const thief = await signIn(server, mobile)
      server.nowMs += 60 * minuteMs
      expect((await change(await signInByCode(mobile), twice(newPassword))).status).toBe(200)
      expect(await isSignedIn(server, thief)).toBe(false)
      expect(await isPasswordOf(mobile, password)).toBe(false)
    })

    test('in the form itself, sent for this purpose to the person’s own mobile', async () => {
      const mobile = nextMobile()
      const token = await signInByCode(mobile)
      const before = await nextCode(server.dataDir, mobile)
      server.nowMs += 60 * minuteMs
      await call(server, '/module/sms/sendCode', { mobile, check: false, purpose: 'password' })
      const captcha = await nextCode(server.dataDir, mobile, [before])
      const other = captcha === '000000' ? '000001' : '000000'
      const wrong = await change(token, { captcha: other, ...twice(newPassword) })
      expect(wrong.body.error?.fields).toMatchObject([{ path: 'captcha', key: 'sign_in.code_refused' }])
      expect((await change(token, { captcha, ...twice(newPassword) })).status).toBe(200)
      expect(await isPasswordOf(mobile, newPassword)).toBe(true)
    })

    test('of another person it proves nothing', async () => {
      const [mobile, other] = [nextMobile(), nextMobile()]
      const token = await signInByCode(mobile)
      server.nowMs += 60 * minuteMs
      await call(server, '/module/sms/sendCode', { mobile: other, check: false, purpose: 'password' })
      const captcha = await nextCode(server.dataDir, other)
      expect((await change(token, { captcha, ...twice(newPassword) })).status).toBe(422)
    })
  })

  test('the person is told, by mail where there is an address, in their language; the log has no password', async () => {
    const email = 'told@solar.example'
    const id = await addPerson(server, { email })
    const token = await signIn(server, id)
    const body = { old_pwd: password, ...twice(newPassword) }
    expect((await change(token, body, { headers: { 'accept-language': 'en' } })).status).toBe(200)
    const find = async () => (await readMails(server.dataDir)).find((text) => text.includes(email))
    const mail = await until(find, 'a mail')
    expect(mail).toContain('Your password was changed')
    const rows = await server.db.kysely
      .withTables<{ audit_log: { actor_id: string | null; action: string; fields: string | null } }>()
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_id', '=', id)
      .execute()
    expect(rows.map(({ action }) => action)).toContain('password.changed')
    expect(JSON.stringify(rows)).not.toContain(newPassword)
  })

  test('known and unknown, blocked and unset: the same answer to the byte [66, T3]', async () => {
    const known = await addPerson(server)
    const blocked = await addPerson(server, { blockedAt: '2026-03-01T00:00:00Z' })
    const unset = await addPerson(server)
    await server.db.kysely.updateTable('users').set({ password_hash: null }).where('id', '=', unset).execute()
    const answers = await Promise.all(
      [known, blocked, unset, 'nobody-at-all', '+8613800000000', 'nobody@solar.example'].map((login_name) =>
        call(server, '/front/user/login', { login_name, login_pwd: 'kestrel over reeds' }),
      ),
    )
    const seen = answers.map(({ status, headers, body }) => {
      const { requestId: _, ...rest } = body as Answer['body'] & { requestId: string }
      return JSON.stringify([status, [...headers.keys()], rest])
    })
    expect(new Set(seen).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, body: { code: 401, error: { key: 'sign_in.refused' } } })
  })
})
