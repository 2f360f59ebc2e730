import type { BrowserContext, Page } from '@playwright/test'
import { expect, goOffline, menuLink, startOffline, test, untilSaved, visitAgenda } from './phone.ts'

const sessions = (page: Page) => page.locator('main a[href^="/agenda/"]')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function replaceSnapshots(page: Page, snapshots: Record<string, string>): Promise<void> {
  // The app's own flush at the end of the page would come after.
  await page.goto('/robots.txt')
  await page.evaluate((texts) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('rq:')) localStorage.removeItem(key)
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text)
  }, snapshots)
}

const snapshotOf = (buster: string, line: unknown) =>
  [{ buster, timestamp: 0 }, line].map((part) => JSON.stringify(part)).join('\n')

const otherShape = {
  hash: '["sessions"]',
  key: ['sessions'],
  updatedAt: Date.now(),
  data: 'of another shape',
}

test('a snapshot of a newer version of the app is left alone, and the app starts without it', async ({
  page,
}) => {
  await visitAgenda(page)
  const newer = snapshotOf('9', otherShape)
  await replaceSnapshots(page, { 'rq:9:pub': newer, 'rq:1:pub': newer })
  await page.goto('/agenda')
  await expect(sessions(page).first()).toBeVisible()
  await untilSaved(page, 'sessions')
  expect(await page.evaluate(() => localStorage.getItem('rq:9:pub'))).toBe(newer)
})

test('a snapshot of an older version that cannot be brought over does no harm, and goes', async ({
  page,
}) => {
  await visitAgenda(page)
  await replaceSnapshots(page, { 'rq:0:pub': snapshotOf('0', otherShape) })
  await page.goto('/agenda')
  await expect(sessions(page).first()).toBeVisible()
  await untilSaved(page, 'sessions')
  expect(await page.evaluate(() => localStorage.getItem('rq:0:pub'))).toBeNull()
})

async function damage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (sessionStorage.getItem('damaged')) return
    sessionStorage.setItem('damaged', 'yes')
    const key = Object.keys(localStorage).find((name) => /^rq:\d+:pub$/.test(name)) ?? ''
    const lines = (localStorage.getItem(key) ?? '').split('\n')
    const damaged = lines.map((line) => (line.includes('["rooms"]') ? line.slice(0, -20) : line))
    localStorage.setItem(key, damaged.join('\n'))
  })
}

test('a damaged entry costs only itself; a damaged snapshot costs no start [299]', async ({
  page,
  context,
}) => {
  const { path, title } = await visitAgenda(page)
  await page.goto('about:blank')
  await damage(context)
  await goOffline(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await context.setOffline(false)
  await replaceSnapshots(page, { 'rq:1:pub': '{"b' })
  await page.goto('/agenda')
  await expect(sessions(page).first()).toBeVisible()
})

test('two tabs: one shows what the other learned, and it is there at the next start, whichever saved last', async ({
  page,
  context,
  network,
}) => {
  const { path, title } = await visitAgenda(page)
  await page.goto(path)
  await expect(heading(page)).toContainText(title)
  network.fail(/sessions/, {
    kind: 'changed',
    change: (text) => text.replaceAll(title, `${title}（改期）`),
  })
  const second = await context.newPage()
  await second.clock.setFixedTime(Date.now() + 120_000)
  await second.goto('/agenda')
  await expect(second.getByText('（改期）').first()).toBeVisible()
  // Nobody touches the first tab: it hears of it.
  await expect(heading(page)).toContainText(`${title}（改期）`)
  await menuLink(page, '议程').click()
  await expect(page.getByText('（改期）').first()).toBeVisible()
  // The first tab learns something of its own and is the last to save.
  await second.close()
  await menuLink(page, '新闻').click()
  await expect(page.locator('main a[href^="/article/view/"]').first()).toBeVisible()
  await page.close()
  const next = await startOffline(page, path)
  await expect(heading(next)).toContainText(`${title}（改期）`)
})
