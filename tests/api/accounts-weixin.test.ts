import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blockUser } from '../../server/accounts/user-state.ts'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { addPerson, call, isSignedIn, signIn, type Answer } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sendJson, startWeixin, type TestWeixin } from '../support/weixin.ts'

const minuteMs = 60_000
const app = { appId: 'wx-forum', appSecret: 'wx-secret-of-the-forum' }
const publicUrl = 'https://forum.example'

/** A browser on its way: its cookie, and what stands in the address bar. */
interface Visit {
  cookie: string
  state: string
  address: URL
}

let openids = 0

eachDatabase('sign-in by WeChat', (suite) => {
  let db: Database
  let server: TestServer
  let weixin: TestWeixin
  let nowMs = Date.parse('2026-03-01T00:00:00Z')
  let log = ''

  beforeAll(async () => {
    db = await suite.open()
    await migrate(db)
    weixin = await startWeixin(app)
    server = await startServer({
      db,
      dataDir: suite.place.dataDir,
      now: () => new Date(nowMs),
      env: {
        WEIXIN_APP_ID: app.appId,
        WEIXIN_APP_SECRET: app.appSecret,
        WEIXIN_BASE: weixin.url,
        PUBLIC_URL: publicUrl,
        LOG_LEVEL: 'info',
      },
      logStream: { write: (line) => (log += line) },
    })
  })
  afterAll(async () => {
    await server.close()
    await weixin.stop()
  })
  beforeEach(() => {
    weixin.behaveWell()
  })

  async function begin(query = ''): Promise<Visit> {
    const answer = await call(server, `/front/weixin/auth/redirect${query}`)
    expect(answer.status).toBe(302)
    const address = new URL(answer.headers.get('location') ?? '')
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    return { cookie, state: address.searchParams.get('state') ?? '', address }
  }

  /** WeChat sends the browser back. @returns where our server sends it on to */
  async function comeBack({ cookie, state }: Visit, code: string): Promise<URL> {
    const query = new URLSearchParams({ code, state })
    const answer = await call(server, `/front/weixin/auth/callback?${query.toString()}`, undefined, {
      headers: { cookie },
    })
    expect(answer.status).toBe(302)
    return new URL(answer.headers.get('location') ?? '')
  }

  /** There and back. @returns the code that was handed over */
  async function handOver(openid: string): Promise<{ visit: Visit; code: string }> {
    const visit = await begin()
    const { hash } = await comeBack(visit, weixin.agree(openid))
    return { visit, code: new URLSearchParams(hash.slice(1)).get('weixin_code') ?? '' }
  }

  function exchange({ cookie }: Visit, code: string): Promise<Answer> {
    return call(server, '/front/weixin/exchange', { code }, { headers: { cookie } })
  }

  function link({ cookie }: Visit, code: string, token: string): Promise<Answer> {
    return call(server, '/front/weixin/link', { code }, { token, headers: { cookie } })
  }

  async function linkedPerson(): Promise<{ id: string; openid: string }> {
    const id = await addPerson(db)
    openids += 1
    const openid = `o-${openids}`
    await db.kysely.updateTable('users').set({ weixin_openid: openid }).where('id', '=', id).execute()
    return { id, openid }
  }

  test('leads to WeChat with a state, and keeps a cookie that is no token and goes nowhere else', async () => {
    const answer = await call(
      server,
      `/front/weixin/auth/redirect?redirect_url=${encodeURIComponent('/user/login?redirectUrl=%2Fagenda')}&scope=snsapi_login`,
    )
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
      /^forum_weixin=[\w-]{43}; Path=\/api\/front\/weixin; Max-Age=1200; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const mobile = await begin('?scope=snsapi_userinfo')
    expect(mobile.address.pathname).toBe('/connect/oauth2/authorize')
  })

  test('there, back, and a code for a token: the person whom WeChat knows is signed in', async () => {
    const { id, openid } = await linkedPerson()
    const visit = await begin(`?redirect_url=${encodeURIComponent('/user/login?redirectUrl=%2Fagenda')}`)
    const page = await comeBack(visit, weixin.agree(openid))
    expect([page.origin, page.pathname, page.search]).toEqual([
      publicUrl,
      '/user/login',
      '?redirectUrl=%2Fagenda',
    ])
    const code = new URLSearchParams(page.hash.slice(1)).get('weixin_code') ?? ''
    const { body } = await exchange(visit, code)
    const { token } = body.data as { token: string }
    const current = await call(server, '/front/user/current', undefined, { token })
    expect(current.body.data).toMatchObject({ id })
    expect(page.href).not.toContain(token)
    // The app's secret and the codes stand in no line of the log, though they were in addresses.
    expect(log).toContain('/front/weixin/auth/callback')
    for (const secret of [app.appSecret, code, code.split('.')[1] ?? '', visit.state, token])
      expect(log).not.toContain(secret)
  })

  describe('what was handed over is good', () => {
    test('once, also when it is brought many times at the same moment', async () => {
      const { openid } = await linkedPerson()
      const { visit, code } = await handOver(openid)
      const answers = await Promise.all(Array.from({ length: 12 }, () => exchange(visit, code)))
      expect(answers.map(({ body }) => body.code).toSorted()).toEqual([200, ...Array<number>(11).fill(401)])
      expect((await exchange(visit, code)).body).toMatchObject({
        code: 401,
        error: { key: 'sign_in.refused' },
      })
    })

    test('in the browser that began only, and a try elsewhere does not use it up', async () => {
      const { openid } = await linkedPerson()
      const { visit, code } = await handOver(openid)
      const other = await begin()
      expect((await exchange(other, code)).body.code).toBe(401)
      expect((await exchange({ ...visit, cookie: '' }, code)).body.code).toBe(401)
      expect((await exchange(visit, code)).body.code).toBe(200)
    })

    test('for ten minutes', async () => {
      const { openid } = await linkedPerson()
      const { visit, code } = await handOver(openid)
      nowMs += 10 * minuteMs
      expect((await exchange(visit, code)).body.code).toBe(401)
    })

    test('as it is: another ending asks WeChat nothing', async () => {
      const { openid } = await linkedPerson()
      const { visit, code } = await handOver(openid)
      const before = weixin.asked.length
      for (const odd of [`${code}x`, code.split('.')[0] ?? '', '.', `${'A'.repeat(43)}.x`])
        expect((await exchange(visit, odd)).body.code).toBe(401)
      expect(weixin.asked).toHaveLength(before)
    })
  })

  describe('a state is good', () => {
    const refused = '#weixin_error=sign_in.refused'

    test('once', async () => {
      const visit = await begin()
      await comeBack(visit, weixin.agree('o-state-1'))
      expect((await comeBack(visit, weixin.agree('o-state-2'))).hash).toBe(refused)
    })

    test('in its own browser: another’s leads to our sign-in page and nowhere else', async () => {
      const visit = await begin(`?redirect_url=${encodeURIComponent('/agenda')}`)
      const other = await begin()
      const page = await comeBack({ ...visit, cookie: other.cookie }, weixin.agree('o-state-3'))
      expect(page.href).toBe(`${publicUrl}/user/login${refused}`)
      expect((await comeBack({ ...visit, cookie: '' }, weixin.agree('o-state-4'))).hash).toBe(refused)
    })

    test('for ten minutes', async () => {
      const visit = await begin()
      nowMs += 10 * minuteMs
      expect((await comeBack(visit, weixin.agree('o-state-5'))).hash).toBe(refused)
    })

    test.each(['', 'x', '%00', 'a&state=b', 'é'.repeat(300)])('not when it is %j', async (state) => {
      const answer = await call(server, `/front/weixin/auth/callback?code=c&state=${state}`)
      expect(answer.status).toBeGreaterThanOrEqual(302)
      expect(answer.status).toBeLessThan(500)
      const location = answer.headers.get('location')
      if (location !== null) expect(new URL(location).origin).toBe(publicUrl)
    })

    test('and the person said yes: without WeChat’s code the page is told', async () => {
      const visit = await begin(`?redirect_url=${encodeURIComponent('/agenda')}`)
      expect((await comeBack(visit, '')).href).toBe(`${publicUrl}/agenda${refused}`)
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
  ])('%s is refused as a place to go back to', async (place) => {
    const answer = await call(server, `/front/weixin/auth/redirect?redirect_url=${encodeURIComponent(place)}`)
    expect(answer).toMatchObject({ status: 400, body: { error: { key: 'redirect.foreign' } } })
    expect([answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([null, null])
  })

  test.each(['?scope=everything', '?redirect_url=/a&redirect_url=//evil.example', '?redirect_url=&scope='])(
    'odd questions are refused: %s',
    async (query) => {
      expect((await call(server, `/front/weixin/auth/redirect${query}`)).status).toBe(400)
    },
  )

  describe('a WeChat that no account has', () => {
    test('is linked after a sign-in with the same code, and signs in from then on', async () => {
      const id = await addPerson(db)
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
      const token = await signIn(server, await addPerson(db))
      nowMs += 11 * minuteMs
      const { visit, code } = await handOver('o-late')
      expect((await link(visit, code, '')).status).toBe(401)
      expect(await link(visit, code, token)).toMatchObject({
        status: 403,
        body: { error: { key: 'sign_in.stale' } },
      })
    })

    test('belongs to one account', async () => {
      const { openid } = await linkedPerson()
      const token = await signIn(server, await addPerson(db))
      const { visit, code } = await handOver(openid)
      expect(await link(visit, code, token)).toMatchObject({
        status: 422,
        body: { error: { key: 'weixin.taken' } },
      })
    })
  })

  test('a blocked account is refused like an unknown code', async () => {
    const { id, openid } = await linkedPerson()
    await db.transaction((trx) => blockUser(trx, id, new Date(nowMs)))
    const { visit, code } = await handOver(openid)
    expect((await exchange(visit, code)).body).toMatchObject({ code: 401, error: { key: 'sign_in.refused' } })
  })

  describe('while WeChat', () => {
    test.each<[string, Parameters<TestWeixin['behave']>[0]]>([
      ['is down', (outgoing) => outgoing.destroy()],
      ['does not answer', () => undefined],
      [
        'answers drop by drop',
        (outgoing) => {
          outgoing.writeHead(200)
          const drops = setInterval(() => outgoing.write(' '), 100)
          outgoing.on('close', () => clearInterval(drops))
        },
      ],
      ['fails', (outgoing) => outgoing.writeHead(500).end('{"openid":"o-lie"}')],
      ['is busy', (outgoing) => sendJson(outgoing, { errcode: -1, errmsg: 'system error' })],
      ['does not know the app', (outgoing) => sendJson(outgoing, { errcode: 40_013 })],
      ['speaks no JSON', (outgoing) => outgoing.end('<html>')],
      ['says nothing', (outgoing) => sendJson(outgoing, null)],
      ['names nobody', (outgoing) => sendJson(outgoing, { openid: '' })],
      ['names somebody odd', (outgoing) => sendJson(outgoing, { openid: { $ne: null } })],
      ['says far too much', (outgoing) => outgoing.end(`{"openid":"o-lie","x":"${'x'.repeat(1_000_000)}"}`)],
      ['leads elsewhere', (outgoing) => outgoing.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ])(
      '%s the answer is 503 with a key of its own, and the same code is good once it is well',
      async (_how, how) => {
        const { openid } = await linkedPerson()
        const { visit, code } = await handOver(openid)
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
        expect(log).not.toContain(app.appSecret)
      },
    )

    test('does not take the code the sign-in is refused', async () => {
      const visit = await begin()
      const { hash } = await comeBack(visit, 'not-of-weixin')
      const code = new URLSearchParams(hash.slice(1)).get('weixin_code') ?? ''
      expect(await exchange(visit, code)).toMatchObject({
        status: 200,
        body: { code: 401, error: { key: 'sign_in.refused' } },
      })
    })
  })
})

eachDatabase('a forum without an app at WeChat', (suite) => {
  test('says so with a key of its own', async () => {
    const db = await suite.open()
    await migrate(db)
    const server = await startServer({ db, dataDir: suite.place.dataDir })
    const token = await signIn(server, await addPerson(db, {}, new Date()))
    const answers = [
      await call(server, '/front/weixin/auth/redirect?redirect_url=/agenda&scope=snsapi_login'),
      await call(server, '/front/weixin/exchange', { code: 'x' }),
      await call(server, '/front/weixin/link', { code: 'x' }, { token }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 503, body: { code: 503, error: { key: 'weixin.off' } } })
    const { body } = await call(server, '/front/user/sign-in-ways')
    expect(body.data).toEqual({ password: true, sms: true, weixin: false })
    await server.close()
  })
})
