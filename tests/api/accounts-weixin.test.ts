import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addPerson, type Answer, call, isSignedIn, signIn } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { setUpSecondFactor } from '../support/second-factor.ts'
import { useServer } from '../support/use-server.ts'
import { sendJson, startWeixin, type TestWeixin } from '../support/weixin.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { blockUser } from '../../server/accounts/user-state.ts'

const app = { appId: 'wx-forum', appSecret: 'wx-secret-of-the-forum' }
const publicUrl = 'https://forum.example'

/** A browser on its way: its cookie, the state, and where at WeChat it was sent. */
interface Visit {
  cookie: string
  state: string
  address: URL
}

/** Where an answer leads. @throws Error when it leads nowhere */
function locationOf({ status, headers }: Answer): URL {
  if (status !== 302) throw new Error(`The answer is no redirect: ${status}`)
  return new URL(headers.get('location') ?? '')
}

function codeIn(page: URL): string {
  return new URLSearchParams(page.hash.slice(1)).get('weixin_code') ?? ''
}

const minuteMs = 60_000

eachDatabase('sign-in by WeChat', (suite) => {
  let weixin: TestWeixin
  let people = 0
  const server = useServer(suite, {
    start: '2026-03-01T00:00:00Z',
    fill: async () => (weixin = await startWeixin(app)),
    late: () => ({
      env: {
        WEIXIN_APP_ID: app.appId,
        WEIXIN_APP_SECRET: app.appSecret,
        WEIXIN_BASE: weixin.url,
        PUBLIC_URL: publicUrl,
        LOG_LEVEL: 'info',
      },
    }),
  })
  afterAll(() => weixin.stop())
  beforeEach(() => weixin.behaveWell())

  async function begin(redirectUrl?: string): Promise<Visit> {
    const query = redirectUrl === undefined ? '' : `?redirect_url=${encodeURIComponent(redirectUrl)}`
    const answer = await call(server, `/front/weixin/auth/redirect${query}`)
    const address = locationOf(answer)
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    return { cookie, state: address.searchParams.get('state') ?? '', address }
  }

  /** WeChat sends the browser back. @returns where our server sends it on to */
  async function comeBack({ cookie, state }: Visit, code: string): Promise<URL> {
    const query = new URLSearchParams({ code, state })
    const path = `/front/weixin/auth/callback?${query.toString()}`
    return locationOf(await call(server, path, undefined, { headers: { cookie } }))
  }

  /** There and back. @returns the code that was handed over */
  async function handOver(openid: string): Promise<{ visit: Visit; code: string }> {
    const visit = await begin()
    return { visit, code: codeIn(await comeBack(visit, weixin.agree(openid))) }
  }

  const exchange = ({ cookie }: Visit, code: string): Promise<Answer> =>
    call(server, '/front/weixin/exchange', { code }, { headers: { cookie } })

  const link = ({ cookie }: Visit, code: string, token: string): Promise<Answer> =>
    call(server, '/front/weixin/link', { code }, { token, headers: { cookie } })

  async function linkedPerson(): Promise<{ id: string; openid: string }> {
    const id = await addPerson(server)
    const openid = `o-${(people += 1)}`
    await server.db.kysely.updateTable('users').set({ weixin_openid: openid }).where('id', '=', id).execute()
    return { id, openid }
  }

  async function handOverLinked(): Promise<{ id: string; visit: Visit; code: string }> {
    const { id, openid } = await linkedPerson()
    return { id, ...(await handOver(openid)) }
  }

  test('leads to WeChat with a state, and keeps a cookie that is no token and that no other name can set [81]', async () => {
    const query = '?redirect_url=%2Fuser%2Flogin&scope=snsapi_login'
    const answer = await call(server, `/front/weixin/auth/redirect${query}`)
    const address = new URL(answer.headers.get('location') ?? '')
    expect(address.href).toMatch(`${weixin.url}/connect/qrconnect?`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      appid: app.appId,
      redirect_uri: `${publicUrl}/api/front/weixin/auth/callback`,
      response_type: 'code',
      scope: 'snsapi_login',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-forum_weixin=[\w-]{43}; Path=\/; Secure; Max-Age=1200; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const mobile = await call(server, '/front/weixin/auth/redirect?scope=snsapi_userinfo')
    expect(locationOf(mobile).pathname).toBe('/connect/oauth2/authorize')
  })

  test('there, back, and a code for a token: the person whom WeChat knows is signed in [81]', async () => {
    const { id, openid } = await linkedPerson()
    const visit = await begin('/user/login?redirectUrl=%2Fagenda')
    const page = await comeBack(visit, weixin.agree(openid))
    expect(page.href).toMatch(`${publicUrl}/user/login?redirectUrl=%2Fagenda#`)
    const code = codeIn(page)
    const { body } = await exchange(visit, code)
    const { token } = body.data as { token: string }
    const current = await call(server, '/front/user/current', undefined, { token })
    expect(current.body.data).toMatchObject({ id })
    expect(page.href).not.toContain(token)
    // The app's secret and the codes stand in no line of the log, though they were in addresses.
    expect(server.log).toContain('/front/weixin/auth/callback')
    for (const secret of [app.appSecret, code, code.split('.')[1] ?? '', visit.state, token])
      expect(server.log).not.toContain(secret)
  })

  test('a person with a second factor is asked for it', async () => {
    const { id, openid } = await linkedPerson()
    await server.db.kysely.updateTable('users').set({ role: 'organiser' }).where('id', '=', id).execute()
    await setUpSecondFactor(server, await signIn(server, id))
    const visit = await begin()
    const { body } = await exchange(visit, codeIn(await comeBack(visit, weixin.agree(openid))))
    expect(body.data).toMatchObject({ secondFactor: 'code' })
  })

  describe('what was handed over is good', () => {
    test('once, also when it is brought many times at the same moment', async () => {
      const { visit, code } = await handOverLinked()
      const answers = await Promise.all(Array.from({ length: 12 }, () => exchange(visit, code)))
      const codes = answers.map(({ body }) => body.code)
      expect(codes.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(11).fill(401)])
      expect((await exchange(visit, code)).body).toMatchObject({ error: { key: 'sign_in.refused' } })
    })

    test('in the browser that began only, where a try elsewhere does not use it up, and for ten minutes', async () => {
      const [one, two] = [await handOverLinked(), await handOverLinked()]
      for (const cookie of [two.visit.cookie, ''])
        expect((await exchange({ ...one.visit, cookie }, one.code)).body.code).toBe(401)
      expect((await exchange(one.visit, one.code)).body.code).toBe(200)
      server.nowMs += 10 * minuteMs
      expect((await exchange(two.visit, two.code)).body.code).toBe(401)
    })

    test('as it is: another ending asks WeChat nothing', async () => {
      const { visit, code } = await handOverLinked()
      const before = weixin.asked.length
      for (const odd of [`${code}x`, code.split('.')[0] ?? '', '.', `${'A'.repeat(43)}.x`])
        expect((await exchange(visit, odd)).body.code).toBe(401)
      expect(weixin.asked).toHaveLength(before)
    })
  })

  describe('a state is good', () => {
    const refused = '#weixin_error=sign_in.refused'

    test('once, for ten minutes, in its own browser: else it leads to our sign-in page and nowhere else', async () => {
      const [visit, other] = [await begin('/agenda'), await begin()]
      for (const cookie of [other.cookie, '']) {
        const page = await comeBack({ ...visit, cookie }, weixin.agree('o-state-3'))
        expect(page.href).toBe(`${publicUrl}/user/login${refused}`)
      }
      // Without WeChat’s code, which who says no has not, the page is told.
      expect((await comeBack(visit, '')).href).toBe(`${publicUrl}/agenda${refused}`)
      expect((await comeBack(visit, weixin.agree('o-state-4'))).hash).toBe(refused)
      server.nowMs += 10 * minuteMs
      expect((await comeBack(other, weixin.agree('o-state-5'))).hash).toBe(refused)
    })

    test.each(['', '%00', 'a&state=b'])('not when it is %j', async (state) => {
      const answer = await call(server, `/front/weixin/auth/callback?code=c&state=${state}`)
      expect([302, 400]).toContain(answer.status)
      const location = answer.headers.get('location') ?? `${publicUrl}/user/login${refused}`
      expect(location).toBe(`${publicUrl}/user/login${refused}`)
    })
  })

  test.each([
    '?redirect_url=https%3A%2F%2Fevil.example%2F',
    '?redirect_url=http%3A%2F%2Fforum.example%2F',
    '?redirect_url=/a&redirect_url=//evil.example',
    '?redirect_url=&scope=',
    '?scope=everything',
  ])('%s is refused, and nothing begins [82, T29]', async (query) => {
    const { status, headers } = await call(server, `/front/weixin/auth/redirect${query}`)
    expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([400, null, null])
  })

  describe('a WeChat that no account has', () => {
    test('is linked after a sign-in with the same code, and signs in from then on', async () => {
      const id = await addPerson(server)
      const { visit, code } = await handOver('o-new')
      const unknown = await exchange(visit, code)
      expect(unknown).toMatchObject({ status: 200, body: { code: 401, error: { key: 'weixin.not_linked' } } })
      const token = await signIn(server, id)
      expect((await link(visit, code, token)).status).toBe(200)
      const again = await handOver('o-new')
      const { body } = await exchange(again.visit, again.code)
      const { token: made } = body.data as { token: string }
      expect((await call(server, '/front/user/current', undefined, { token: made })).body.data).toMatchObject(
        { id },
      )
    })

    test('is linked by nobody who is not signed in, nor long after the sign-in', async () => {
      const token = await signIn(server, await addPerson(server))
      server.nowMs += 11 * minuteMs
      const { visit, code } = await handOver('o-late')
      expect((await link(visit, code, '')).status).toBe(401)
      expect(await link(visit, code, token)).toMatchObject({
        status: 403,
        body: { error: { key: 'sign_in.stale' } },
      })
    })

    test('belongs to one account', async () => {
      const { openid } = await linkedPerson()
      const token = await signIn(server, await addPerson(server))
      const { visit, code } = await handOver(openid)
      expect(await link(visit, code, token)).toMatchObject({
        status: 422,
        body: { error: { key: 'weixin.taken' } },
      })
    })
  })

  test('of two accounts that link the same WeChat at the same moment one has it', async () => {
    const first = await addPerson(server)
    const token = await signIn(server, await addPerson(server))
    const { visit, code } = await handOver('o-twice')
    let second: Promise<Answer> | undefined
    await server.db.transaction(async (trx) => {
      const linked = trx.updateTable('users').set({ weixin_openid: 'o-twice' })
      await linked.where('id', '=', first).execute()
      second = link(visit, code, token)
      // Time for it to get as far as this transaction lets it.
      await sleep(300)
    })
    expect(await second).toMatchObject({ status: 422, body: { error: { key: 'weixin.taken' } } })
  })

  test('a blocked account is refused like an unknown code', async () => {
    const { id, visit, code } = await handOverLinked()
    await server.db.transaction((trx) => blockUser(trx, id, { now: server.now() }))
    const { body } = await exchange(visit, code)
    expect(body).toMatchObject({ code: 401, error: { key: 'sign_in.refused' } })
  })

  describe('while WeChat', () => {
    test.each<[string, Parameters<TestWeixin['behave']>[0]]>([
      ['is down', (outgoing) => outgoing.destroy()],
      ['fails', (outgoing) => outgoing.writeHead(500).end('{"openid":"o-lie"}')],
      ['is busy', (outgoing) => sendJson(outgoing, { errcode: -1, errmsg: 'system error' })],
      ['speaks no JSON', (outgoing) => outgoing.end('<html>')],
      ['names a list', (outgoing) => sendJson(outgoing, { openid: ['o-lie'] })],
      ['says far too much', (outgoing) => outgoing.end(`{"openid":"o-lie","x":"${'x'.repeat(1_000_000)}"}`)],
      [
        'leads elsewhere, where somebody is named',
        (outgoing, { pathname }) =>
          pathname === '/elsewhere'
            ? sendJson(outgoing, { openid: 'o-lie' })
            : outgoing.writeHead(302, { location: '/elsewhere' }).end(),
      ],
    ])(
      '%s the answer is 503 with a key of its own, and the same code is good once it is well',
      async (_how, how) => {
        const { visit, code } = await handOverLinked()
        weixin.behave(how)
        const answer = await exchange(visit, code)
        expect(answer).toMatchObject({
          status: 503,
          body: { code: 503, error: { key: 'weixin.unavailable' } },
        })
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        weixin.behaveWell()
        const { body } = await exchange(visit, code)
        expect(body.code).toBe(200)
        expect(await isSignedIn(server, (body.data as { token: string }).token)).toBe(true)
        expect(server.log).not.toContain(app.appSecret)
      },
    )

    test('does not answer, or drop by drop, the same is answered after a few seconds', async () => {
      const drops: NodeJS.Timeout[] = []
      const silent = weixin.agree((await linkedPerson()).openid)
      const dripping = weixin.agree((await linkedPerson()).openid)
      const visits = await Promise.all(
        [silent, dripping].map(async (weixinCode) => {
          const visit = await begin()
          return { visit, code: codeIn(await comeBack(visit, weixinCode)) }
        }),
      )
      weixin.behave((outgoing, { searchParams }) => {
        if (searchParams.get('code') === silent) return
        outgoing.writeHead(200)
        drops.push(setInterval(() => outgoing.write(' '), 100))
      })
      const exchangeAll = () => Promise.all(visits.map(({ visit, code }) => exchange(visit, code)))
      const answers = await exchangeAll()
      drops.forEach(clearInterval)
      expect(answers.map(({ body }) => body.error?.key)).toEqual(answers.map(() => 'weixin.unavailable'))
      weixin.behaveWell()
      expect((await exchangeAll()).map(({ body }) => body.code)).toEqual([200, 200])
    })

    test('does not take the code the sign-in is refused', async () => {
      const visit = await begin()
      const code = codeIn(await comeBack(visit, 'not-of-weixin'))
      expect(await exchange(visit, code)).toMatchObject({
        status: 200,
        body: { code: 401, error: { key: 'sign_in.refused' } },
      })
    })
  })
})

eachDatabase('a forum without an app at WeChat', (suite) => {
  const server = useServer(suite)

  test('says so with a key of its own [81]', async () => {
    const token = await signIn(server, await addPerson(server, {}, new Date()))
    const answers = [
      await call(server, '/front/weixin/auth/redirect?redirect_url=/agenda&scope=snsapi_login'),
      await call(server, '/front/weixin/exchange', { code: 'x' }),
      await call(server, '/front/weixin/link', { code: 'x' }, { token }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 503, body: { code: 503, error: { key: 'weixin.off' } } })
    const { body } = await call(server, '/front/user/sign-in-ways')
    expect(body.data).toEqual({ password: true, sms: true, weixin: false })
  })
})
