import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { organiserPassword } from '../support/forum-process.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const kept = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)))

async function signIn(page: Page, password = organiserPassword): Promise<void> {
  await page.getByLabel('账号').fill('organiser')
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('signing in is told, keeps the token, loads the person and leads to the user centre [11, 61-65, T8]', async ({
  page,
  conduct,
}) => {
  await page.goto('/user/login')
  await signIn(page)
  await expect(page).toHaveURL(/\/user\/center$/)
  await expect(page.getByText('登录成功')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '用户中心' })).toBeVisible()
  await expect(page.getByText('组委会', { exact: true })).toBeVisible()
  const { token, user } = await kept(page)
  expect(token).toMatch(/^[\w-]{20,}$/)
  expect(JSON.parse(user ?? '')).toMatchObject({ role: 'organiser' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '用户中心' })).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('a wrong password is told in the words of the server and keeps nothing [66, 68, T3]', async ({
  page,
}) => {
  await page.goto('/user/login')
  await signIn(page, 'wrong')
  await expect(page.getByText('登录失败')).toBeVisible()
  await expect(page.getByText('账号或密码不正确。')).toBeVisible()
  await expect(page).toHaveURL(/\/user\/login$/)
  expect((await kept(page))['token']).toBeUndefined()
})

test('without network signing in says so and can be tried again', async ({ page }) => {
  await page.goto('/user/login')
  await page.route('**/api/front/user/login', (route) => route.abort())
  await signIn(page)
  await expect(page.getByText('网络异常')).toBeVisible()
  await page.unroute('**/api/front/user/login')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/user\/center$/)
})

test('a page for the signed-in leads to signing in and back, path and query [71, 72]', async ({ page }) => {
  await page.goto('/user/center?from=mail')
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/user/center?from=mail')
  await signIn(page)
  await expect(page).toHaveURL(/\/user\/center\?from=mail$/)
})

test('the second address of the sign-in page keeps its query [41, T6]', async ({ page }) => {
  await page.goto('/login?redirectUrl=%2Fagenda%3Fday%3D2023-09-06%26view%3Dlist')
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toBe('/user/login')
  expect(searchParams.get('redirectUrl')).toBe('/agenda?day=2023-09-06&view=list')
  await signIn(page)
  await expect(page).toHaveURL(/\/agenda\?day=2023-09-06&view=list$/)
})

for (const address of [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
]) {
  test(`signing in does not lead to ${address}`, async ({ page, conduct }) => {
    await page.goto(`/user/login?redirectUrl=${encodeURIComponent(address)}`)
    await signIn(page)
    await expect(page).toHaveURL(/\/user\/center$/)
    expect(conduct.foreignRequests).toEqual([])
  })
}

test('with the flag signing in leads to the page before [69]', async ({ page }) => {
  await page.goto('/news')
  await untilDrawn(page)
  await page.evaluate(() => history.pushState({ __TSR_index: 1 }, '', '/user/login?goBack=true'))
  await signIn(page)
  await expect(page).toHaveURL(/\/news$/)
})

test('with the flag but no page before, as in a fresh tab, it leads to the user centre [70, T7]', async ({
  page,
}) => {
  await page.goto('/user/login?goBack=true')
  await signIn(page)
  await expect(page).toHaveURL(/\/user\/center$/)
})

test('signing out leaves nothing of the person and goes home [93-95, 98]', async ({ page, request }) => {
  await page.goto('/user/login')
  await signIn(page)
  await expect(page).toHaveURL(/\/user\/center$/)
  await expect(page.getByText('组委会', { exact: true })).toBeVisible()
  const { token } = await kept(page)
  const told = page.waitForResponse('**/api/front/user/logout')
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/$/)
  await told
  expect(await kept(page)).not.toHaveProperty('token')
  expect(await kept(page)).not.toHaveProperty('user')
  expect(await page.evaluate((text) => JSON.stringify(localStorage).includes(text), token ?? '?')).toBe(false)
  const answer = await request.get('/api/front/user/current', { headers: { authorization: token ?? '' } })
  expect(answer.status()).toBe(401)
  // From then on nothing is asked in anybody's name, neither by this page nor by the next.
  const asked: string[] = []
  const named: string[] = []
  page.on('request', (call) => {
    if (!call.url().includes('/api/')) return
    asked.push(call.url())
    if (call.headers()['authorization'] !== undefined) named.push(call.url())
  })
  await page.locator('main a[href^="/article/view/"]').first().click()
  await expect(page).toHaveURL(/\/article\/view\//)
  await page.goto('/user/center')
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  expect(asked).not.toEqual([])
  expect(named).toEqual([])
})

test('a token that the server refuses leads home and is forgotten [90]', async ({ page }) => {
  // Before the app starts: a page that is open already would have its next call refused and forget the token itself.
  await page.addInitScript(() => {
    if (location.pathname === '/user/center') sessionStorage.setItem('token', 'x'.repeat(43))
  })
  await page.goto('/user/center')
  await expect(page).toHaveURL(/\/$/)
  expect(await kept(page)).not.toHaveProperty('token')
})

test('a refused token does not disturb who only reads [91]', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => sessionStorage.setItem('token', 'x'.repeat(43)))
  await page.goto('/news')
  await expect(page.locator('main a[href^="/article/view/"]').first()).toBeVisible()
  await expect(page).toHaveURL(/\/news$/)
})

test('language and looks are chosen in the user centre', async ({ page }) => {
  await page.goto('/user/login')
  await signIn(page)
  await page.getByText('深色', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByText('English', { exact: true }).filter({ visible: true }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'User centre' })).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('heading', { level: 1, name: 'User centre' })).toBeVisible()
})
