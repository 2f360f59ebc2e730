import type { Page } from '@playwright/test'
import { expect, test, visit } from './phone.ts'

interface Manifest {
  id: string
  lang: string
  name: string
  start_url: string
  icons: { src: string; sizes: string; type: string }[]
  shortcuts: { name: string; url: string }[]
}

/** The manifest that the page links, as the browser would read it. */
const manifestOf = (page: Page) =>
  page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    return (await fetch(link?.href ?? '')).json() as Promise<Manifest>
  })

test('the manifest follows the language and keeps one identity [290]', async ({ page }) => {
  await visit(page, '/agenda')
  const chinese = await manifestOf(page)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const english = await manifestOf(page)
  expect([chinese.lang, english.lang]).toEqual(['zh-CN', 'en'])
  expect(english.name).not.toBe(chinese.name)
  for (const part of ['id', 'start_url', 'icons'] as const) expect(english[part]).toEqual(chinese[part])
  for (const { shortcuts } of [chinese, english])
    expect(shortcuts.map(({ url }) => url)).toEqual(['/agenda?mine=true', '/agenda', '/user/outbox'])
})

test('icons of the manifest have the sizes they say, and its shortcuts lead to pages of the app [290]', async ({
  page,
}) => {
  await visit(page, '/')
  const { icons, shortcuts } = await manifestOf(page)
  for (const { src, sizes, type } of icons)
    expect([src, ...(await sizeOf(page, src))]).toEqual([src, sizes, type])
  for (const { url } of shortcuts) {
    await page.goto(url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('没有找到这个页面')).toHaveCount(0)
  }
})

const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const file = await (await fetch(address)).blob()
    const image = await createImageBitmap(file)
    return [`${image.width}x${image.height}`, file.type]
  }, src)

test('robots are told what is no content', async ({ request, forum }) => {
  const answer = await request.get(`${forum.url}/robots.txt`)
  expect(answer.headers()['content-type']).toContain('text/plain')
  expect(await answer.text()).toContain('Disallow: /api/')
})

test('the precache holds the shell without data and no console', async ({ page }) => {
  await visit(page, '/agenda')
  const kept = await page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes('precache')) ?? ''
    const cache = await caches.open(name)
    const addresses = (await cache.keys()).map(({ url }) => url)
    const shell = await cache.match(addresses.find((url) => url.includes('/index.html')) ?? '')
    return { addresses, shell: (await shell?.text()) ?? '' }
  })
  expect(kept.shell).toContain('id="root"')
  expect(kept.shell).not.toContain('page-data')
  expect(kept.addresses.filter((url) => /console/i.test(url))).toEqual([])
})
