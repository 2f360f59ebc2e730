import type { Page } from '@playwright/test'
import { expect, test as base } from '../support/e2e.ts'
import { freePort } from '../support/free-port.ts'
import { startForum, type ForumProcess } from '../support/forum-process.ts'
import { nextCode } from '../support/outgoing.ts'
import { untilDrawn } from '../support/until-drawn.ts'
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
      const forum = await startForum({
        port,
        env: {
          PUBLIC_URL: `http://127.0.0.1:${port}`,
          WEIXIN_APP_ID: app.appId,
          WEIXIN_APP_SECRET: app.appSecret,
          WEIXIN_BASE: weixin.url,
        },
      })
      await use(forum)
      await forum.stop()
    },
    { scope: 'worker' },
  ],
})

const isAsked = (url: URL): boolean => url.pathname.startsWith('/connect/')

/** The person says yes at WeChat, which sends the browser back. @returns what the app asked of it */
async function agreeAtWeixin(page: Page, weixin: TestWeixin, openid: string): Promise<URL> {
  weixin.meet(openid)
  const asked = page.waitForRequest((request) => isAsked(new URL(request.url())))
  await page.getByRole('link', { name: '微信登录' }).click()
  return new URL((await asked).url())
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/$/)
}

async function openSignIn(page: Page, search = ''): Promise<void> {
  await page.goto(`/user/login${search}`)
  await untilDrawn(page)
}

async function signInByCode(page: Page, forum: ForumProcess, mobile: string): Promise<void> {
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('验证码', { exact: true }).fill(await nextCode(forum.dataDir, `+86${mobile}`))
}

test('a WeChat of nobody is linked by a sign-in with a code, and signs in by itself from then on [81]', async ({
  page,
  weixin,
  forum,
}) => {
  await openSignIn(page)
  await agreeAtWeixin(page, weixin, 'o-anna')
  await expect(page.getByText('登录失败')).toBeVisible()
  await expect(page.getByText(/此微信尚未绑定账号/)).toBeVisible()
  await expect(page).toHaveURL(/\/user\/login\?way=code$/)
  await signInByCode(page, forum, '13700001111')
  await expect(page.getByText('已绑定微信')).toBeVisible()
  await expect(page).toHaveURL(/\/user\/center$/)
  await signOut(page)
  await openSignIn(page, `?redirectUrl=${encodeURIComponent('/agenda?day=2023-09-06&view=list')}`)
  const { pathname, searchParams } = await agreeAtWeixin(page, weixin, 'o-anna')
  expect([pathname, searchParams.get('scope')]).toEqual(['/connect/qrconnect', 'snsapi_login'])
  await expect(page.getByText('登录成功')).toBeVisible()
  await expect(page).toHaveURL(/\/agenda\?day=2023-09-06&view=list$/)
})

test('what WeChat refuses is told, and leaves nothing in the address [81]', async ({ page }) => {
  await openSignIn(page, '#weixin_error=sign_in.refused')
  await expect(page.getByText('微信登录未完成，请重试或使用其他方式。')).toBeVisible()
  await expect(page).toHaveURL(/\/user\/login$/)
})
