import type { Page } from '@playwright/test'
import {
  expect,
  kill,
  show,
  menuLink,
  minutesLater,
  startOffline,
  test,
  visit,
  visitAgenda,
} from './phone.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const sessions = (page: Page) => page.locator('main a[href^="/agenda/"]')
const snapshot = (page: Page) => page.evaluate(() => localStorage.getItem('rq:1:pub'))

test('a failed refresh followed by a kill does not cost the agenda [292]', async ({ page, network }) => {
  const { path, title: saved } = await visitAgenda(page)
  network.fail(/sessions\/all/, { kind: 'cut' })
  // Seven minutes later everything is stale: the agenda's call fails, and the others give something new to save.
  await minutesLater(page, 7)
  const before = await snapshot(page)
  await page.goto('/agenda')
  await expect.poll(() => snapshot(page)).not.toBe(before)
  await expect(page.getByText('离线，数据截至')).toBeVisible()
  await kill(page)
  const next = await startOffline(page, path)
  await expect(title(next)).toContainText(saved)
})

test('what was read before a kill is there, saved in an idle moment', async ({ page }) => {
  const { path, title: saved } = await visitAgenda(page)
  await kill(page)
  const next = await startOffline(page, path)
  await expect(title(next)).toContainText(saved)
})

/** A phone that is so busy that no idle moment comes: only the flush is left. */
function neverIdle(): void {
  globalThis.requestIdleCallback = () => 0
}

test('what was read is saved when the page is left before any idle moment', async ({ page, context }) => {
  await context.addInitScript(neverIdle)
  // Browsers differ in whether a page that is left is told to be hidden before.
  await context.addInitScript(() => {
    addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await visit(page, '/agenda')
  await expect(sessions(page).first()).toBeVisible()
  await page.goto('about:blank')
  const next = await startOffline(page, '/agenda')
  await expect(sessions(next).first()).toBeVisible()
})

test('what was read is saved when the app is put away, and then killed', async ({ page, context }) => {
  await context.addInitScript(neverIdle)
  await visit(page, '/agenda')
  await expect(sessions(page).first()).toBeVisible()
  await show(page, 'hidden')
  await kill(page)
  const next = await startOffline(page, '/agenda')
  await expect(sessions(next).first()).toBeVisible()
})

test('a list that was still on its way when the app was killed costs nothing of what was there', async ({
  page,
  network,
}) => {
  const { path, title: saved } = await visitAgenda(page)
  network.fail(/informations/, { kind: 'stall' })
  const before = await snapshot(page)
  await menuLink(page, '新闻').click()
  await expect.poll(() => network.heard().some((call) => call.includes('informations'))).toBe(true)
  // The page's other calls are answered: what is saved then is saved beside the list that is not there yet.
  await expect.poll(() => snapshot(page)).not.toBe(before)
  await kill(page)
  const next = await startOffline(page, path)
  await expect(title(next)).toContainText(saved)
  await next.goto('/news')
  await expect(next.getByText('当前没有网络')).toBeVisible()
})
