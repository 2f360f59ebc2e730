import { expect, test } from '../support/e2e.ts'
import { visit } from './phone.ts'

test('the manifest follows the language and keeps one identity', async ({ page }) => {
  await visit(page, '/agenda')
  const manifestOf = () =>
    page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
      return (await fetch(link?.href ?? '')).json() as Promise<{
        id: string
        lang: string
        icons: { src: string }[]
      }>
    })
  const chinese = await manifestOf()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const english = await manifestOf()
  expect([chinese.lang, english.lang]).toEqual(['zh-CN', 'en'])
  expect(english.id).toBe(chinese.id)
  for (const { src } of english.icons) expect((await page.request.get(src)).status()).toBe(200)
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
