import { describe, expect, test } from 'vitest'
import { isSignedIn } from '../support/accounts.ts'
import { sendJson, type TestWeixin } from '../support/weixin.ts'
import { app, codeIn, eachWeixinForum } from '../support/weixin-forum.ts'

eachWeixinForum('sign-in by a WeChat that is not well', (forum) => {
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
        expect(forum.log).not.toContain(app.appSecret)
      },
    )

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
