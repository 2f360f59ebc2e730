import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addPerson, type Answer, call, isSignedIn, signIn } from '../support/accounts.ts'
import { eachDatabase, type TestPlace } from '../support/databases.ts'
import { useServer, type SuiteServer } from '../support/use-server.ts'
import { sendJson, startWeixin, type TestWeixin } from '../support/weixin.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { blockUser } from '../../server/accounts/user-state.ts'

/** The forum's app at WeChat. */
const app = { appId: 'wx-forum', appSecret: 'wx-secret-of-the-forum' }
const publicUrl = 'https://forum.example'

/** A browser on its way: its cookie, the state, and where at WeChat it was sent. */
interface Visit {
  cookie: string
  state: string
  address: URL
}

/** A forum with its WeChat, which is well at the start of each test, and people's browsers between them. */
class WeixinForum {
  readonly server: SuiteServer
  weixin!: TestWeixin
  #people = 0

  constructor(place: TestPlace) {
    this.server = useServer(place, {
      start: '2026-03-01T00:00:00Z',
      fill: async () => (this.weixin = await startWeixin(app)),
      late: () => ({
        env: {
          WEIXIN_APP_ID: app.appId,
          WEIXIN_APP_SECRET: app.appSecret,
          WEIXIN_BASE: this.weixin.url,
          PUBLIC_URL: publicUrl,
          LOG_LEVEL: 'info',
        },
      }),
    })
    afterAll(() => this.weixin.stop())
    beforeEach(() => this.weixin.behaveWell())
  }

  async begin(query = ''): Promise<Visit> {
    const answer = await call(this.server, `/front/weixin/auth/redirect${query}`)
    const address = locationOf(answer)
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    return { cookie, state: address.searchParams.get('state') ?? '', address }
  }

  /** WeChat sends the browser back. @returns where our server sends it on to */
  async comeBack({ cookie, state }: Visit, code: string): Promise<URL> {
    const query = new URLSearchParams({ code, state })
    const answer = await call(this.server, `/front/weixin/auth/callback?${query.toString()}`, undefined, {
      headers: { cookie },
    })
    return locationOf(answer)
  }

  /** There and back. @returns the code that was handed over */
  async handOver(openid: string): Promise<{ visit: Visit; code: string }> {
    const visit = await this.begin()
    return { visit, code: codeIn(await this.comeBack(visit, this.weixin.agree(openid))) }
  }

  exchange({ cookie }: Visit, code: string): Promise<Answer> {
    return call(this.server, '/front/weixin/exchange', { code }, { headers: { cookie } })
  }

  link({ cookie }: Visit, code: string, token: string): Promise<Answer> {
    return call(this.server, '/front/weixin/link', { code }, { token, headers: { cookie } })
  }

  /** Somebody whom WeChat knows. */
  async linkedPerson(): Promise<{ id: string; openid: string }> {
    const id = await addPerson(this.server)
    this.#people += 1
    const openid = `o-${this.#people}`
    await this.server.db.kysely
      .updateTable('users')
      .set({ weixin_openid: openid })
      .where('id', '=', id)
      .execute()
    return { id, openid }
  }
}

/** Where an answer leads. @throws Error when it leads nowhere */
function locationOf({ status, headers }: Answer): URL {
  if (status !== 302) throw new Error(`The answer is no redirect: ${status}`)
  return new URL(headers.get('location') ?? '')
}

/** The code that a page was handed. */
function codeIn(page: URL): string {
  return new URLSearchParams(page.hash.slice(1)).get('weixin_code') ?? ''
}

const minuteMs = 60_000

eachDatabase('sign-in by WeChat', (suite) => {
  const forum = new WeixinForum(suite)

  test('leads to WeChat with a state, and keeps a cookie that is no token and goes nowhere else [81]', async () => {
    const answer = await call(
      forum.server,
      `/front/weixin/auth/redirect?redirect_url=${encodeURIComponent('/user/login?redirectUrl=%2Fagenda')}&scope=snsapi_login`,
    )
    const address = new URL(answer.headers.get('location') ?? '')
    expect(address.href).toMatch(`${forum.weixin.url}/connect/qrconnect?`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      appid: app.appId,
      redirect_uri: `${publicUrl}/api/front/weixin/auth/callback`,
      response_type: 'code',
      scope: 'snsapi_login',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^forum_weixin=[\w-]{43}; Path=\/api\/front\/weixin; Max-Age=1200; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const mobile = await forum.begin('?scope=snsapi_userinfo')
    expect(mobile.address.pathname).toBe('/connect/oauth2/authorize')
  })

  test('there, back, and a code for a token: the person whom WeChat knows is signed in [81]', async () => {
    const { id, openid } = await forum.linkedPerson()
    const visit = await forum.begin(
      `?redirect_url=${encodeURIComponent('/user/login?redirectUrl=%2Fagenda')}`,
    )
    const page = await forum.comeBack(visit, forum.weixin.agree(openid))
    expect([page.origin, page.pathname, page.search]).toEqual([
      publicUrl,
      '/user/login',
      '?redirectUrl=%2Fagenda',
    ])
    const code = codeIn(page)
    const { body } = await forum.exchange(visit, code)
    const { token } = body.data as { token: string }
    const current = await call(forum.server, '/front/user/current', undefined, { token })
    expect(current.body.data).toMatchObject({ id })
    expect(page.href).not.toContain(token)
    // The app's secret and the codes stand in no line of the log, though they were in addresses.
    expect(forum.server.log).toContain('/front/weixin/auth/callback')
    for (const secret of [app.appSecret, code, code.split('.')[1] ?? '', visit.state, token])
      expect(forum.server.log).not.toContain(secret)
  })

  describe('what was handed over is good', () => {
    test('once, also when it is brought many times at the same moment', async () => {
      const { openid } = await forum.linkedPerson()
      const { visit, code } = await forum.handOver(openid)
      const answers = await Promise.all(Array.from({ length: 12 }, () => forum.exchange(visit, code)))
      expect(answers.map(({ body }) => body.code).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(11).fill(401),
      ])
      expect((await forum.exchange(visit, code)).body).toMatchObject({
        code: 401,
        error: { key: 'sign_in.refused' },
      })
    })

    test('in the browser that began only, and a try elsewhere does not use it up', async () => {
      const { openid } = await forum.linkedPerson()
      const { visit, code } = await forum.handOver(openid)
      const other = await forum.begin()
      expect((await forum.exchange(other, code)).body.code).toBe(401)
      expect((await forum.exchange({ ...visit, cookie: '' }, code)).body.code).toBe(401)
      expect((await forum.exchange(visit, code)).body.code).toBe(200)
    })

    test('for ten minutes', async () => {
      const { openid } = await forum.linkedPerson()
      const { visit, code } = await forum.handOver(openid)
      forum.server.nowMs += 10 * minuteMs
      expect((await forum.exchange(visit, code)).body.code).toBe(401)
    })

    test('as it is: another ending asks WeChat nothing', async () => {
      const { openid } = await forum.linkedPerson()
      const { visit, code } = await forum.handOver(openid)
      const before = forum.weixin.asked.length
      for (const odd of [`${code}x`, code.split('.')[0] ?? '', '.', `${'A'.repeat(43)}.x`])
        expect((await forum.exchange(visit, odd)).body.code).toBe(401)
      expect(forum.weixin.asked).toHaveLength(before)
    })
  })

  describe('a state is good', () => {
    const refused = '#weixin_error=sign_in.refused'

    test('once', async () => {
      const visit = await forum.begin()
      await forum.comeBack(visit, forum.weixin.agree('o-state-1'))
      expect((await forum.comeBack(visit, forum.weixin.agree('o-state-2'))).hash).toBe(refused)
    })

    test('in its own browser: another’s leads to our sign-in page and nowhere else', async () => {
      const visit = await forum.begin(`?redirect_url=${encodeURIComponent('/agenda')}`)
      const other = await forum.begin()
      const page = await forum.comeBack({ ...visit, cookie: other.cookie }, forum.weixin.agree('o-state-3'))
      expect(page.href).toBe(`${publicUrl}/user/login${refused}`)
      expect((await forum.comeBack({ ...visit, cookie: '' }, forum.weixin.agree('o-state-4'))).hash).toBe(
        refused,
      )
    })

    test('for ten minutes', async () => {
      const visit = await forum.begin()
      forum.server.nowMs += 10 * minuteMs
      expect((await forum.comeBack(visit, forum.weixin.agree('o-state-5'))).hash).toBe(refused)
    })

    test.each(['', 'x', '%00', 'a&state=b', 'é'.repeat(300)])('not when it is %j', async (state) => {
      const answer = await call(forum.server, `/front/weixin/auth/callback?code=c&state=${state}`)
      expect([302, 400]).toContain(answer.status)
      const location = answer.headers.get('location') ?? `${publicUrl}/user/login${refused}`
      expect(location).toBe(`${publicUrl}/user/login${refused}`)
    })

    test('and the person said yes: without WeChat’s code the page is told', async () => {
      const visit = await forum.begin(`?redirect_url=${encodeURIComponent('/agenda')}`)
      expect((await forum.comeBack(visit, '')).href).toBe(`${publicUrl}/agenda${refused}`)
    })
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    'https:evil.example',
    '\\\\evil.example',
    'https://forum.example@evil.example/',
    'https://forum.example.evil.example/',
    'http://forum.example/',
    'https://forum.example:8443/',
    'javascript:alert(1)',
  ])('%s is refused as a place to go back to [82, T29]', async (place) => {
    const answer = await call(
      forum.server,
      `/front/weixin/auth/redirect?redirect_url=${encodeURIComponent(place)}`,
    )
    expect(answer).toMatchObject({ status: 400, body: { error: { key: 'redirect.foreign' } } })
    expect([answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([null, null])
  })

  test.each(['?scope=everything', '?redirect_url=/a&redirect_url=//evil.example', '?redirect_url=&scope='])(
    'odd questions are refused: %s',
    async (query) => {
      expect((await call(forum.server, `/front/weixin/auth/redirect${query}`)).status).toBe(400)
    },
  )

  describe('a WeChat that no account has', () => {
    test('is linked after a sign-in with the same code, and signs in from then on', async () => {
      const id = await addPerson(forum.server)
      const { visit, code } = await forum.handOver('o-new')
      const unknown = await forum.exchange(visit, code)
      expect(unknown).toMatchObject({ status: 200, body: { code: 401, error: { key: 'weixin.not_linked' } } })
      const token = await signIn(forum.server, id)
      expect((await forum.link(visit, code, token)).status).toBe(200)
      const again = await forum.handOver('o-new')
      const { body } = await forum.exchange(again.visit, again.code)
      const { token: made } = body.data as { token: string }
      expect(
        (await call(forum.server, '/front/user/current', undefined, { token: made })).body.data,
      ).toMatchObject({ id })
    })

    test('is linked by nobody who is not signed in, nor long after the sign-in', async () => {
      const token = await signIn(forum.server, await addPerson(forum.server))
      forum.server.nowMs += 11 * minuteMs
      const { visit, code } = await forum.handOver('o-late')
      expect((await forum.link(visit, code, '')).status).toBe(401)
      expect(await forum.link(visit, code, token)).toMatchObject({
        status: 403,
        body: { error: { key: 'sign_in.stale' } },
      })
    })

    test('belongs to one account', async () => {
      const { openid } = await forum.linkedPerson()
      const token = await signIn(forum.server, await addPerson(forum.server))
      const { visit, code } = await forum.handOver(openid)
      expect(await forum.link(visit, code, token)).toMatchObject({
        status: 422,
        body: { error: { key: 'weixin.taken' } },
      })
    })
  })

  test('of two accounts that link the same WeChat at the same moment one has it', async () => {
    const first = await addPerson(forum.server)
    const token = await signIn(forum.server, await addPerson(forum.server))
    const { visit, code } = await forum.handOver('o-twice')
    let second: Promise<Answer> | undefined
    await forum.server.db.transaction(async (trx) => {
      const linked = trx.updateTable('users').set({ weixin_openid: 'o-twice' })
      await linked.where('id', '=', first).execute()
      second = forum.link(visit, code, token)
      // Time for it to get as far as this transaction lets it.
      await sleep(300)
    })
    expect(await second).toMatchObject({ status: 422, body: { error: { key: 'weixin.taken' } } })
  })

  test('a blocked account is refused like an unknown code', async () => {
    const { id, openid } = await forum.linkedPerson()
    await forum.server.db.transaction((trx) => blockUser(trx, id, forum.server.now()))
    const { visit, code } = await forum.handOver(openid)
    expect((await forum.exchange(visit, code)).body).toMatchObject({
      code: 401,
      error: { key: 'sign_in.refused' },
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

eachDatabase('sign-in by a WeChat that is not well', (suite) => {
  const forum = new WeixinForum(suite)

  describe('while WeChat', () => {
    test.each<[string, Parameters<TestWeixin['behave']>[0]]>([
      ['is down', (outgoing) => outgoing.destroy()],
      ['fails', (outgoing) => outgoing.writeHead(500).end('{"openid":"o-lie"}')],
      ['is busy', (outgoing) => sendJson(outgoing, { errcode: -1, errmsg: 'system error' })],
      ['does not know the app', (outgoing) => sendJson(outgoing, { errcode: 40_013 })],
      ['speaks no JSON', (outgoing) => outgoing.end('<html>')],
      ['says nothing', (outgoing) => sendJson(outgoing, null)],
      ['names nobody', (outgoing) => sendJson(outgoing, { openid: '' })],
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
        const { openid } = await forum.linkedPerson()
        const { visit, code } = await forum.handOver(openid)
        forum.weixin.behave(how)
        const answer = await forum.exchange(visit, code)
        expect(answer).toMatchObject({
          status: 503,
          body: { code: 503, error: { key: 'weixin.unavailable' } },
        })
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        forum.weixin.behaveWell()
        const { body } = await forum.exchange(visit, code)
        expect(body.code).toBe(200)
        expect(await isSignedIn(forum.server, (body.data as { token: string }).token)).toBe(true)
        expect(forum.server.log).not.toContain(app.appSecret)
      },
    )

    test('does not answer, or drop by drop, the same is answered after a few seconds', async () => {
      const drops: NodeJS.Timeout[] = []
      const silent = forum.weixin.agree((await forum.linkedPerson()).openid)
      const dripping = forum.weixin.agree((await forum.linkedPerson()).openid)
      const visits = await Promise.all(
        [silent, dripping].map(async (weixinCode) => {
          const visit = await forum.begin()
          return { visit, code: codeIn(await forum.comeBack(visit, weixinCode)) }
        }),
      )
      forum.weixin.behave((outgoing, { searchParams }) => {
        if (searchParams.get('code') === silent) return
        outgoing.writeHead(200)
        drops.push(setInterval(() => outgoing.write(' '), 100))
      })
      const exchangeAll = () => Promise.all(visits.map(({ visit, code }) => forum.exchange(visit, code)))
      const answers = await exchangeAll()
      drops.forEach(clearInterval)
      expect(answers.map(({ body }) => body.error?.key)).toEqual(answers.map(() => 'weixin.unavailable'))
      forum.weixin.behaveWell()
      expect((await exchangeAll()).map(({ body }) => body.code)).toEqual([200, 200])
    })

    test('does not take the code the sign-in is refused', async () => {
      const visit = await forum.begin()
      const code = codeIn(await forum.comeBack(visit, 'not-of-weixin'))
      expect(await forum.exchange(visit, code)).toMatchObject({
        status: 200,
        body: { code: 401, error: { key: 'sign_in.refused' } },
      })
    })
  })
})
