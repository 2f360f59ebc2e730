import { expect, test } from '../support/e2e.ts'
import { en, zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'

test('English comes at a touch and stays after a reload; a kept language that is none gives Chinese [2, 284, 288]', async ({
  page,
}) => {
  const html = page.locator('html')
  await page.goto('/news')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: en('news:title') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: en('news:title') })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'en')
  for (const kept of ['de', '__proto__', '{"lang":"en"}']) {
    await page.evaluate((value) => localStorage.setItem('locale', value), kept)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: zh('news:title') }), kept).toBeVisible()
    await expect(html).toHaveAttribute('lang', 'zh-CN')
  }
})

test('a shared link in English opens in English and stays so; a language that was chosen stays, too', async ({
  page,
  conduct,
}) => {
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.goto('/agenda/storage-panel?lang=en')
  await expect(title('Panel: who pays for storage safety?')).toBeVisible()
  await page.goto('/news')
  await expect(title(en('news:title'))).toBeVisible()
  await page.getByRole('button', { name: '中文' }).click()
  await expect(title(zh('news:title'))).toBeVisible()
  await page.goto('/news?lang=en')
  await expect(title(zh('news:title'))).toBeVisible()
  expect(conduct.errors).toEqual([])
})

test('texts of taking part come with the first page that says them, and in the language chosen there', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const texts = () => asked.flatMap((path) => /\/(?:zh-CN|en)-(?:registration|member)(?=-)/.exec(path) ?? [])
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/')
  await untilDrawn(page)
  expect(texts()).toEqual([])
  await page.route('**/assets/zh-CN-registration-*.js', (route) => route.abort())
  await page.goto('/user/login')
  await expect(heading).toHaveText(zh('common:loadFailure.offlineTitle'))
  await page.unroute('**/assets/zh-CN-registration-*.js')
  await page.getByRole('button', { name: zh('common:retry') }).click()
  await expect(heading).toHaveText(zh('sign-in:signIn.title'))
  expect(new Set(texts())).toEqual(new Set(['/zh-CN-registration']))
  await page.getByRole('button', { name: 'English' }).click()
  await expect(heading).toHaveText(en('sign-in:signIn.title'))
  expect(new Set(texts())).toEqual(new Set(['/zh-CN-registration', '/en-registration']))
})
