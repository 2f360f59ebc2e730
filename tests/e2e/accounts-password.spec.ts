import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { nextCode } from '../support/outgoing.ts'
import { addMobilePerson, signInWith } from '../support/mobile-person.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const newMobile = () => `139${String(randomInt(10 ** 8)).padStart(8, '0')}`

/** Whether a password signs the person in, as the API says it. */
async function opens(request: APIRequestContext, login_name: string, login_pwd: string): Promise<boolean> {
  const answer = await request.post('/api/front/user/login', { data: { login_name, login_pwd } })
  return ((await answer.json()) as { code: number }).code === 200
}

async function fillNew(page: Page, first: string, again = first): Promise<void> {
  await page.getByLabel('新密码', { exact: true }).fill(first)
  await page.getByLabel('再次输入新密码').fill(again)
  await page.getByRole('button', { name: '保存新密码' }).click()
}

async function forgot(page: Page, forum: ForumProcess, mobile: string): Promise<void> {
  await page.goto('/user/login?redirectUrl=/agenda')
  await untilDrawn(page)
  await page.getByRole('button', { name: '忘记密码，或还没有密码？' }).click()
  // Where they were going is not forgotten with it.
  await expect(page).toHaveURL(/redirectUrl=%2Fagenda/)
  await expect(page.getByText('先用手机验证码登录，随后即可设置新密码，无需旧密码。')).toBeVisible()
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('验证码', { exact: true }).fill(await nextCode(forum.dataDir, `+86${mobile}`))
  await expect(page.getByRole('heading', { level: 1, name: '修改密码' })).toBeVisible()
}

test('a forgotten password is set anew after a sign-in by a code, and refusals are told at their fields [101-104, 306, T40]', async ({
  page,
  forum,
  request,
}) => {
  const mobile = newMobile()
  await forgot(page, forum, mobile)
  await expect(page.getByLabel('原密码')).toHaveCount(0)
  const first = page.getByLabel('新密码', { exact: true })
  const again = page.getByLabel('再次输入新密码')
  await fillNew(page, '太阳能风能氢能', 'tidal')
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription(/至少需要 8 个字符。/)
  await expect(again).toHaveAccessibleDescription('两次输入的密码不一致。')
  await fillNew(page, 'password')
  await expect(first).toHaveAccessibleDescription(/这个密码太常见，请换一个。/)
  await fillNew(page, mobile)
  await expect(first).toHaveAccessibleDescription(/密码不能由您的姓名、手机号、邮箱或账号组成。/)
  const sent = page.waitForRequest('**/front/user/change-password')
  // Eight characters, of three bytes each, are enough.
  await fillNew(page, '太阳能风能氢能电')
  await expect(page).toHaveURL(/\/user\/center$/)
  await expect(page.getByText('密码已修改')).toBeVisible()
  expect((await sent).postDataJSON()).toEqual({
    new_pwd: '太阳能风能氢能电',
    repeat_pwd: '太阳能风能氢能电',
  })
  expect(await opens(request, mobile, '太阳能风能氢能电')).toBe(true)
  expect(await opens(request, mobile, '太阳能风能氢能')).toBe(false)
})

test('a password is changed by the old one, told when that is wrong; other sign-ins end [52, 101]', async ({
  page,
  forum,
  request,
}) => {
  const person = await addMobilePerson(forum, { password: 'tidal-lagoon-42' })
  const elsewhere = await signInWith(request, person.mobile, 'tidal-lagoon-42')
  await page.goto('/user/login')
  await untilDrawn(page)
  await page.getByLabel('账号').fill(person.mobile)
  await page.getByLabel('密码').fill('tidal-lagoon-42')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('link', { name: '修改密码' }).click()
  await page.getByLabel('原密码').last().fill('not-the-old-one')
  await fillNew(page, 'osmotic-meadow-7')
  await expect(page.getByText('原密码不正确。')).toBeVisible()
  await expect(page.getByLabel('新密码', { exact: true })).toHaveValue('osmotic-meadow-7')
  await page.getByRole('textbox', { name: '原密码' }).fill('tidal-lagoon-42')
  await page.getByRole('button', { name: '保存新密码' }).click()
  await expect(page).toHaveURL(/\/user\/center$/)
  const current = { headers: { authorization: elsewhere } }
  expect((await request.get('/api/front/user/current', current)).status()).toBe(401)
  expect(await opens(request, person.mobile, 'osmotic-meadow-7')).toBe(true)
})

test('or by a code to the person’s own mobile; a code to another one proves nothing [101]', async ({
  page,
  forum,
  request,
}) => {
  const person = await addMobilePerson(forum, {})
  await page.addInitScript((token) => sessionStorage.setItem('token', token), person.token)
  await page.goto('/user/password')
  await untilDrawn(page)
  await page.getByText('短信验证码', { exact: true }).click()
  await fillNew(page, 'osmotic-meadow-7')
  await expect(page.getByLabel('验证码', { exact: true })).toHaveAccessibleDescription('请输入验证码')
  await expect(page.getByLabel('验证码', { exact: true })).toBeFocused()
  const other = newMobile()
  for (const [mobile, isOwn] of [
    [other, false],
    [person.mobile, true],
  ] as const) {
    await page.getByLabel('手机号').fill(mobile)
    await page.getByRole('button', { name: /^(获取验证码|重新获取)$/ }).click()
    await page.getByLabel('验证码', { exact: true }).fill(await nextCode(forum.dataDir, `+86${mobile}`))
    await fillNew(page, 'osmotic-meadow-7')
    if (isOwn) break
    await expect(page.getByText('验证码不正确或已失效。')).toBeVisible()
    // The wait was for that number; the right one gets its code at once.
  }
  await expect(page).toHaveURL(/\/user\/center$/)
  expect(await opens(request, person.mobile, 'osmotic-meadow-7')).toBe(true)
})
