import type { Page } from '@playwright/test'
import { calls, everything, type FaultServer } from '../support/fault-server.ts'
import { expect, goOffline, menuLink, minutesLater, strip, test, visit, visitAgenda } from './phone.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Longer than the wait before a second try, in milliseconds. */
const quietMs = 3_000

/** Until the tries of the start are over: what comes after that is the app's own look for the way back. */
const untilQuiet = (page: Page, network: FaultServer) =>
  expect(async () => {
    const before = network.heard().length
    await page.waitForTimeout(quietMs)
    expect(network.heard().length).toBe(before)
  }).toPass()

test('the first thing drawn at a start without network is the saved agenda [292]', async ({ page }) => {
  const saved = await visitAgenda(page)
  await page.addInitScript(() => {
    const look = () => {
      const { innerText = '' } = document.getElementById('root') ?? {}
      if (innerText === '') requestAnimationFrame(look)
      else Object.assign(globalThis, { firstDrawn: innerText })
    }
    look()
  })
  await goOffline(page)
  await page.goto(saved.path)
  await expect(title(page)).toContainText(saved.title)
  expect(await page.evaluate(() => (globalThis as { firstDrawn?: string }).firstDrawn)).toContain(saved.title)
})

test('a network that takes everything and answers nothing does not hold up the saved agenda; it says its age, and comes back by itself [296]', async ({
  page,
  network,
}) => {
  const saved = await visitAgenda(page)
  await minutesLater(page, 2)
  network.fail(everything, { kind: 'stall' })
  await page.goto(saved.path)
  await expect(title(page)).toContainText(saved.title)
  // Calls are still waiting: had the screen waited for them, the strip would be there.
  await expect(strip(page)).toHaveCount(0)
  await expect(strip(page)).toContainText('离线，数据截至', { timeout: 20_000 })
  network.mend()
  await expect(strip(page)).toHaveCount(0, { timeout: 40_000 })
  await expect(title(page)).toContainText(saved.title)
})

test('a page never opened, on a network that stalls, says that there is no network when its time is up', async ({
  page,
  network,
}) => {
  await visit(page, '/user/login')
  network.fail(everything, { kind: 'stall' })
  await page.goto('/news')
  await expect(page.getByText('当前没有网络')).toBeVisible({ timeout: 20_000 })
})

test('a captive portal that answers everything with a page costs no data, and counts as no network', async ({
  page,
  network,
}) => {
  const saved = await visitAgenda(page)
  await minutesLater(page, 2)
  network.fail(everything, { kind: 'portal' })
  await page.goto(saved.path)
  await expect(strip(page)).toContainText('离线，数据截至')
  await expect(title(page)).toContainText(saved.title)
  await menuLink(page, '新闻').click()
  await expect(page.getByText('当前没有网络')).toBeVisible()
  network.mend()
  await page.goto(saved.path)
  await expect(title(page)).toContainText(saved.title)
  await expect(strip(page)).toHaveCount(0)
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).not.toContain('hotel')
})

test('a busy server costs nothing and is said to have no newer data, which is not called offline [296]', async ({
  page,
  network,
}) => {
  const saved = await visitAgenda(page)
  await minutesLater(page, 7)
  network.fail(calls, { kind: 'busy', retryAfterSeconds: 30 })
  await page.goto(saved.path)
  await expect(title(page)).toContainText(saved.title)
  await expect(strip(page)).toContainText('暂时无法更新，数据截至')
})

test('a trickle that would take minutes counts as no network; the saved agenda stands meanwhile', async ({
  page,
  network,
}) => {
  const saved = await visitAgenda(page)
  await minutesLater(page, 2)
  network.fail(calls, { kind: 'trickle', bytesPerSecond: 100 })
  await page.goto(saved.path)
  await expect(title(page)).toContainText(saved.title)
  await expect(strip(page)).toHaveCount(0)
  await expect(strip(page)).toContainText('离线，数据截至', { timeout: 20_000 })
})

test('on a slow network the saved agenda stands first, and what is new comes when it comes', async ({
  page,
  network,
}) => {
  const saved = await visitAgenda(page)
  await minutesLater(page, 2)
  network.fail(calls, { kind: 'slow', ms: 3000 })
  network.fail(/sessions\/all/, {
    kind: 'changed',
    change: (text) => text.replaceAll(saved.title, `${saved.title}（改期）`),
    afterMs: 3000,
  })
  await page.goto(saved.path)
  await expect(title(page)).toContainText(saved.title)
  await expect(title(page)).not.toContainText('（改期）')
  await expect(title(page)).toContainText('（改期）')
  await expect(strip(page)).toHaveCount(0)
})

test('a line that is cut is noticed though the phone has signal, and so is its way back', async ({
  page,
  network,
}) => {
  const saved = await visitAgenda(page)
  await minutesLater(page, 2)
  network.fail(everything, { kind: 'cut' })
  await page.goto(saved.path)
  await expect(strip(page)).toContainText('离线，数据截至')
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await untilQuiet(page, network)
  network.mend()
  await expect(strip(page)).toHaveCount(0, { timeout: 40_000 })
})

test('a language never used before comes without network, and stays at the next start [293]', async ({
  page,
}) => {
  const saved = await visitAgenda(page)
  await goOffline(page)
  await page.goto(saved.path)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByText(/Offline, as of/)).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByText(/Offline, as of/)).toBeVisible()
})
