import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { blockUser } from '../../server/accounts/user-state.ts'
import { migrate } from '../../server/db/migrate.ts'
import { addPerson, call, signIn, type Answer } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { startServer } from '../support/server.ts'
import { app, codeIn, eachWeixinForum, publicUrl } from '../support/weixin-forum.ts'

const minuteMs = 60_000

eachWeixinForum('sign-in by WeChat', (forum) => {
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
    expect(forum.log).toContain('/front/weixin/auth/callback')
    for (const secret of [app.appSecret, code, code.split('.')[1] ?? '', visit.state, token])
      expect(forum.log).not.toContain(secret)
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
      forum.nowMs += 10 * minuteMs
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
      forum.nowMs += 10 * minuteMs
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
      const id = await addPerson(forum)
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
      const token = await signIn(forum.server, await addPerson(forum))
      forum.nowMs += 11 * minuteMs
      const { visit, code } = await forum.handOver('o-late')
      expect((await forum.link(visit, code, '')).status).toBe(401)
      expect(await forum.link(visit, code, token)).toMatchObject({
        status: 403,
        body: { error: { key: 'sign_in.stale' } },
      })
    })

    test('belongs to one account', async () => {
      const { openid } = await forum.linkedPerson()
      const token = await signIn(forum.server, await addPerson(forum))
      const { visit, code } = await forum.handOver(openid)
      expect(await forum.link(visit, code, token)).toMatchObject({
        status: 422,
        body: { error: { key: 'weixin.taken' } },
      })
    })
  })

  test('of two accounts that link the same WeChat at the same moment one has it', async () => {
    const first = await addPerson(forum)
    const token = await signIn(forum.server, await addPerson(forum))
    const { visit, code } = await forum.handOver('o-twice')
    let second: Promise<Answer> | undefined
    await forum.db.transaction(async (trx) => {
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
    await forum.db.transaction((trx) => blockUser(trx, id, new Date(forum.nowMs)))
    const { visit, code } = await forum.handOver(openid)
    expect((await forum.exchange(visit, code)).body).toMatchObject({
      code: 401,
      error: { key: 'sign_in.refused' },
    })
  })
})

eachDatabase('a forum without an app at WeChat', (suite) => {
  test('says so with a key of its own [81]', async () => {
    const db = await suite.open()
    await migrate(db)
    const server = await startServer({ db, dataDir: suite.place.dataDir })
    const token = await signIn(server, await addPerson({ db }, {}, new Date()))
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
