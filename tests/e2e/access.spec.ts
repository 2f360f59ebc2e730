import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { signInAsOrganiser } from '../support/sign-in.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Somebody who is signed in without being an organiser; what the server says of the token is answered here. */
async function signInAsParticipant(page: Page): Promise<void> {
  await page.route('**/api/front/user/current', (route) =>
    route.fulfill({
      json: { status: 'ok', code: 200, msg: 'ok', data: { id: 'u-9', name: '李参会', role: 'participant' } },
    }),
  )
  await page.goto('/news')
  await page.evaluate(() => sessionStorage.setItem('token', 'x'.repeat(43)))
}

test.describe('a page that is for organisers', () => {
  test('leads who is not signed in to the sign-in page, and that back to it', async ({ page }) => {
    await page.goto('/console?from=mail')
    await expect(heading(page, '登录')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/console?from=mail')
  })

  test('leads others who are signed in to the sign-in page, and fetches none of it [15]', async ({
    page,
  }) => {
    await signInAsParticipant(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/console')
    await expect(heading(page, '登录')).toBeVisible()
    expect(asked.filter((url) => /console.*\.(js|css)$/i.test(url))).toEqual([])
  })

  test('opens to organisers', async ({ page }) => {
    await signInAsOrganiser(page)
    await page.goto('/console')
    await expect(heading(page, '今日待办')).toBeVisible()
  })

  test('leads to the sign-in page when the server refuses the token', async ({ page }) => {
    await page.goto('/news')
    await page.evaluate(() => sessionStorage.setItem('token', 'x'.repeat(43)))
    await page.goto('/console')
    await expect(heading(page, '登录')).toBeVisible()
  })
})

test('an address that leads to another one takes query and fragment along, and is not gone back to [41, 54]', async ({
  page,
}) => {
  await page.goto('/news')
  await expect(heading(page, '新闻')).toBeVisible()
  await page.goto('/login?redirectUrl=%2Fagenda%3Fq%3Da%2520b&goBack=true#form')
  await expect(heading(page, '登录')).toBeVisible()
  const { pathname, searchParams, hash } = new URL(page.url())
  expect([pathname, ...searchParams, hash]).toEqual([
    '/user/login',
    ['redirectUrl', '/agenda?q=a%20b'],
    ['goBack', 'true'],
    '#form',
  ])
  await page.goBack()
  await expect(heading(page, '新闻')).toBeVisible()
})
