import type { Page } from '@playwright/test'
import { drawnRows, openConsole } from '../support/console.ts'
import { test } from './own-forum.ts'
import { expect, goOffline } from './phone.ts'

test.use({ viewport: { width: 1180, height: 820 }, isMobile: false })

/** Which parts of the console, as the build lists them, the worker has not kept yet. */
const missingParts = (page: Page) =>
  page.evaluate(async () => {
    const worker = await (await fetch('/sw.js')).text()
    const [list = ''] = /\/assets\/console-files-[\w-]+\.json/.exec(worker) ?? []
    const parts = (await (await fetch(list)).json()) as string[]
    const kept = await (await caches.open('chunks')).keys()
    const paths = kept.map(({ url }) => new URL(url).pathname)
    return parts.filter((part) => !paths.includes(part))
  })

test('a form that was never opened with network is there without', async ({ page, conduct }) => {
  await openConsole(page, '/speakers')
  await drawnRows(page).first().getByRole('link').click()
  await expect(page.getByRole('link', { name: '编辑', exact: true })).toBeVisible()
  // One after the other, in no order that a form could count on.
  await expect.poll(() => missingParts(page), { timeout: 30_000 }).toEqual([])
  await goOffline(page)
  await page.getByRole('link', { name: '编辑', exact: true }).click()
  await page.locator('form input[lang="zh-CN"]').first().fill('断网改名')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('已保存在本机，将自动发送。')).toBeVisible()
  expect(conduct.errors).toEqual([])
})
