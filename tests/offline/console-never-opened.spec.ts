import type { Page } from '@playwright/test'
import { drawnRows, openConsole } from '../support/console.ts'
import { test } from './own-forum.ts'
import { expect, goOffline } from './phone.ts'

test.use({ viewport: { width: 1180, height: 820 }, isMobile: false })

/** Names of the scripts that the worker keeps from their first use. */
const keptParts = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('chunks')).keys()
    return requests.map(({ url }) => new URL(url).pathname).join(' ')
  })

test('a form that was never opened with network is there without', async ({ page, conduct }) => {
  await openConsole(page, '/speakers')
  await drawnRows(page).first().getByRole('link').click()
  await expect(page.getByRole('link', { name: '编辑', exact: true })).toBeVisible()
  await expect.poll(() => keptParts(page), { timeout: 30_000 }).toContain('RichTextControl')
  await goOffline(page)
  await page.getByRole('link', { name: '编辑', exact: true }).click()
  await page.locator('form input[lang="zh-CN"]').first().fill('断网改名')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('已保存在本机，将自动发送。')).toBeVisible()
  expect(conduct.errors).toEqual([])
})
