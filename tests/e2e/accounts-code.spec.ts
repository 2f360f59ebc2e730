import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { nextCode } from '../support/outgoing.ts'
import { untilDrawn } from '../support/until-drawn.ts'

/** A Chinese mobile of nobody else's. */
const newMobile = () => `138${String(randomInt(10 ** 8)).padStart(8, '0')}`

const words = {
  'zh-CN': {
    mobile: '手机号',
    code: '验证码',
    send: '获取验证码',
    again: /秒后重发$/,
    resend: '重新获取',
    submit: '登录',
    failed: '登录失败',
    wrong: '验证码不正确或已失效。',
    done: /登录成功，欢迎/,
    center: '用户中心',
    missing: '请输入手机号',
    tab: '验证码登录',
  },
  en: {
    mobile: 'Mobile number',
    code: 'Code',
    send: 'Send code',
    again: /^Again in \d+ s$/,
    resend: 'Send again',
    submit: 'Sign in',
    failed: 'Sign-in failed',
    wrong: 'This code is not correct or no longer valid.',
    done: /You are signed in\. Welcome/,
    center: 'User centre',
    missing: 'please enter Mobile number',
    tab: 'Code by SMS',
  },
}

type Words = (typeof words)['en']

async function open(page: Page, search = '?way=code'): Promise<void> {
  await page.goto(`/user/login${search}`)
  await untilDrawn(page)
}

async function askForCode(page: Page, t: Words, mobile: string, forum: ForumProcess): Promise<string> {
  await page.getByLabel(t.mobile).fill(mobile)
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByRole('button', { name: t.again })).toBeDisabled()
  return nextCode(forum.dataDir, `+86${mobile}`)
}

const codeField = (page: Page, t: Words) => page.getByLabel(t.code, { exact: true })

for (const locale of ['zh-CN', 'en'] as const) {
  const t: Words = words[locale]
  test.describe(`signing in by a code (${locale})`, () => {
    test.use({ appLocale: locale })

    test('a number that is new here gets a code by text and an account, told by a toast [74, 75, T8]', async ({
      page,
      forum,
      conduct,
    }) => {
      await open(page, '')
      await page.getByRole('button', { name: t.tab }).click()
      const code = await askForCode(page, t, newMobile(), forum)
      const field = codeField(page, t)
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
      await expect(field).toHaveAttribute('inputmode', 'numeric')
      // The last digit sends it on; no button is pressed.
      await field.pressSequentially(code)
      await expect(page).toHaveURL(/\/user\/center$/)
      await expect(page.getByText(t.done)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: t.center })).toBeVisible()
      expect(conduct).toEqual({ errors: [], foreignRequests: [] })
    })

    test('a wrong code is refused at its field and as a notice, and is not tried again by itself [74]', async ({
      page,
      forum,
    }) => {
      await open(page)
      const mobile = newMobile()
      const code = await askForCode(page, t, mobile, forum)
      const tries: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/front/sms/login')) tries.push(request.postData() ?? '')
      })
      const wrong = code === '000000' ? '111111' : '000000'
      const field = codeField(page, t)
      await field.fill(wrong)
      await expect(page.getByText(t.failed)).toBeVisible()
      await expect(field).toHaveAccessibleDescription(t.wrong)
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toBeFocused()
      await expect(page.getByLabel(t.mobile)).toHaveValue(mobile)
      await field.fill(code)
      // A call of the form would have gone out before this one.
      await page.evaluate(() => fetch('/api/front/user/sign-in-ways'))
      expect(tries).toHaveLength(1)
      await page.getByRole('button', { name: t.submit, exact: true }).click()
      await expect(page).toHaveURL(/\/user\/center$/)
      expect(tries.map((body) => JSON.parse(body) as object)).toEqual([
        { mobile, captcha: wrong },
        { mobile, captcha: code },
      ])
    })
  })
}

const t = words['zh-CN']

test('a whole text message may be pasted into the field of the code [74]', async ({
  page,
  forum,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  const code = await askForCode(page, t, newMobile(), forum)
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `【能源论坛】验证码 ${code}，5 分钟内有效。`,
  )
  await codeField(page, t).press('ControlOrMeta+V')
  await expect(page).toHaveURL(/\/user\/center$/)
})

test('the button counts down as long as the server said, sends nothing meanwhile, and then sends anew [77-79]', async ({
  page,
  forum,
}) => {
  await page.clock.install()
  await open(page)
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/module/sms/sendCode')) bodies.push(request.postDataJSON())
  })
  const mobile = newMobile()
  await askForCode(page, t, mobile, forum)
  await page.clock.runFor(58_000)
  const waiting = page.getByRole('button', { name: /^[12] 秒后重发$/ })
  await expect(waiting).toBeDisabled()
  // Who mistyped the number need not wait for the right one.
  await page.getByLabel(t.mobile).fill(newMobile())
  await expect(waiting).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: t.resend }).or(page.getByRole('button', { name: t.send })),
  ).toBeEnabled()
  await page.getByLabel(t.mobile).fill(mobile)
  await expect(waiting).toBeDisabled()
  await page.clock.runFor(3000)
  await page.getByRole('button', { name: t.resend }).click()
  await expect(page.getByRole('button', { name: t.again })).toBeVisible()
  expect(bodies).toEqual([
    { mobile, check: false, purpose: 'sign_in' },
    { mobile, check: false, purpose: 'sign_in' },
  ])
})

test('what is no mobile number is said at its field, and nothing typed is lost [77]', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByLabel(t.mobile)).toHaveAccessibleDescription(new RegExp(t.missing))
  await page.getByLabel(t.mobile).fill('12345')
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByText('此项的内容或格式有误。')).toBeVisible()
  await expect(page.getByLabel(t.mobile)).toBeFocused()
  await expect(page.getByLabel(t.mobile)).toHaveValue('12345')
  await expect(page.getByRole('button', { name: t.send })).toBeEnabled()
})

test('without network it says that a code needs one, and keeps the number [77]', async ({ page, forum }) => {
  await open(page)
  const mobile = newMobile()
  await page.getByLabel(t.mobile).fill(mobile)
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByText('获取验证码需要网络。号码会保留在这里，联网后即可继续。')).toBeVisible()
  await expect(page.getByLabel(t.mobile)).toHaveValue(mobile)
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: t.send }).click()
  await codeField(page, t).fill(await nextCode(forum.dataDir, `+86${mobile}`))
  await expect(page).toHaveURL(/\/user\/center$/)
})

test('success leads to the redirectUrl, with its query [72]', async ({ page, forum }) => {
  await open(page, `?way=code&redirectUrl=${encodeURIComponent('/agenda?day=2023-09-06&view=list')}`)
  const code = await askForCode(page, t, newMobile(), forum)
  await codeField(page, t).fill(code)
  await expect(page).toHaveURL(/\/agenda\?day=2023-09-06&view=list$/)
})
