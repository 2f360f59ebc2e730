import { createHash } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, goOffline, menuLink, test, visitAgenda } from './phone.ts'

/** What issue 2 asks of a first visit and the way home without network, acting through the screen only. */
test('one visit, then no network and no worker: the whole programme, both languages, a kept file [293]', async ({
  page,
  context,
  conduct,
  forum,
}) => {
  const { path, title } = await visitAgenda(page)
  await keepFirstPdf(page)
  await goOffline(page)

  await page.goto(path)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(page.getByText(/离线，数据截至 .*\d\d:\d\d/)).toBeVisible()

  await menuLink(page, '议程').click()
  await page.getByRole('button', { name: '搜索议程' }).click()
  await page.getByRole('searchbox').fill('储能')
  await expect(page.getByText(/找到 [1-9]\d* 场/)).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('searchbox').fill('storage')
  await expect(page.getByText(/[1-9]\d* sessions? found/)).toBeVisible()
  await page.getByRole('button', { name: 'Close search' }).click()
  await filterByTrack(page)

  await menuLink(page, 'Downloads').click()
  const { no, sha256 } = await openKeptFile(page, context)
  expect(sha256).toBe(await sha256OnServer(forum.url, no))

  expect(conduct.errors).toEqual([])
  expect(conduct.foreignRequests).toEqual([])
})

async function keepFirstPdf(page: Page): Promise<void> {
  await menuLink(page, '下载').click()
  const card = page.getByRole('listitem').filter({ hasText: 'PDF' }).first()
  await card.getByRole('button', { name: '存到本机' }).click()
  await expect(page.getByRole('region', { name: /已存到本机/ })).toBeVisible()
}

/** All that is left on screen belongs to the chosen sub-forum, and it is fewer than before. */
async function filterByTrack(page: Page): Promise<void> {
  const cards = page.locator('main a[href^="/agenda/"]')
  const before = await cards.count()
  await page.getByRole('button', { name: 'Sub-forum' }).click()
  const choice = page.getByRole('checkbox').first()
  await choice.check()
  await page.getByRole('button', { name: /^Show \d+ session/ }).click()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await expect.poll(() => cards.count()).toBeLessThan(before)
}

/** Opens the kept file as a person does, and answers what the browser showed: its number and the hash of its bytes. */
async function openKeptFile(page: Page, context: BrowserContext): Promise<{ no: string; sha256: string }> {
  const opened = context.waitForEvent('page')
  await page
    .getByRole('region', { name: /On this phone/ })
    .getByRole('button')
    .first()
    .click()
  const tab = await opened
  await expect.poll(() => tab.url()).toContain('/front/download/file/')
  await expect.poll(() => tab.evaluate(() => document.contentType)).toBe('application/pdf')
  const bytes = await page.evaluate(
    async (address) => [...new Uint8Array(await (await fetch(address)).arrayBuffer())],
    tab.url(),
  )
  const no = tab.url().split('/').at(-1) ?? ''
  return { no, sha256: createHash('sha256').update(Uint8Array.from(bytes)).digest('hex') }
}

async function sha256OnServer(url: string, no: string): Promise<string> {
  const file = await fetch(`${url}/api/front/download/file/${no}`)
  return createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex')
}
