import { expect, test as base } from '../support/e2e.ts'
import { freePort } from '../support/free-port.ts'
import { startForum } from '../support/forum-process.ts'
import { signInByCode } from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { startWeixin, type TestWeixin } from '../support/weixin.ts'

const app = { appId: 'wx-forum', appSecret: 'wx-secret-of-the-forum' }

/** A forum that has an app at WeChat. */
const test = base.extend<object, { weixin: TestWeixin }>({
  weixin: [
    async ({}, use) => {
      const weixin = await startWeixin(app)
      await use(weixin)
      await weixin.stop()
    },
    { scope: 'worker' },
  ],
  forum: [
    async ({ weixin }, use) => {
      const port = await freePort()
      const env = {
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        WEIXIN_APP_ID: app.appId,
        WEIXIN_APP_SECRET: app.appSecret,
        WEIXIN_BASE: weixin.url,
      }
      const forum = await startForum({ port, env })
      await use(forum)
      await forum.stop()
    },
    { scope: 'worker' },
  ],
})

test('a WeChat that nobody is linked to is linked by a sign-in with a code, and signs in by itself from then on [81]', async ({
  page,
  weixin,
  forum,
}) => {
  /** The person says yes at WeChat, which sends the browser back. @returns the address that the app opened there */
  const agreeAtWeixin = async (openid: string) => {
    weixin.meet(openid)
    const request = page.waitForRequest((call) => new URL(call.url()).pathname.startsWith('/connect/'))
    await page.getByRole('link', { name: zh('sign-in:weixin.signIn') }).click()
    return new URL((await request).url())
  }
  await page.goto('/user/login')
  await agreeAtWeixin('o-anna')
  await expect(page.getByText(zh('errors:weixin.not_linked'))).toBeVisible()
  await expect(page).toHaveURL(/\/user\/login\?way=code$/)
  await signInByCode(page, forum, '13700001111')
  await expect(page.getByText(zh('sign-in:weixin.linked'))).toBeVisible()
  await page.getByRole('button', { name: zh('accounts:center.signOut') }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto(`/user/login?redirectUrl=${encodeURIComponent('/agenda?day=2023-09-06&view=list')}`)
  const { pathname, searchParams } = await agreeAtWeixin('o-anna')
  expect([pathname, searchParams.get('scope')]).toEqual(['/connect/qrconnect', 'snsapi_login'])
  await expect(page).toHaveURL(/\/agenda\?day=2023-09-06&view=list$/)
})
