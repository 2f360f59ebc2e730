import type { Page } from '@playwright/test'
import { expect, goOffline, menuLink, savedLine, strip, test, untilSaved, visitAgenda } from './phone.ts'

const hourMs = 3_600_000

/** Minutes of the day in Shanghai, which is eight hours ahead of UTC all year. */
const minuteInShanghai = (ms: number) => Math.floor((ms + 8 * hourMs) / 60_000) % 1440

/** The strip's time is one of those at which the server may have answered. */
async function expectTimeOnStrip(page: Page, fromMs: number, toMs: number): Promise<void> {
  await expect(strip(page)).toBeVisible()
  const [, hours, minutes] = /(\d\d):(\d\d)/.exec(await strip(page).innerText()) ?? []
  const shown = Number(hours) * 60 + Number(minutes)
  const since = (minute: number) => (minute - minuteInShanghai(fromMs) + 1440) % 1440
  expect(since(shown)).toBeLessThanOrEqual(since(minuteInShanghai(toMs)))
}

for (const hours of [25.5, -25.5]) {
  test(`a phone whose clock is ${hours} hours off shows the server’s time as the age, and asks anew once it is right [296]`, async ({
    page,
  }) => {
    const fromMs = Date.now()
    await page.clock.install({ time: new Date(fromMs + hours * hourMs) })
    const { path } = await visitAgenda(page)
    const toMs = Date.now()
    await goOffline(page)
    await page.goto(path)
    await expectTimeOnStrip(page, fromMs, toMs)
    await page.clock.setSystemTime(new Date())
    // The open page may ask as soon as there is network again, before another one is opened.
    const asked = page.waitForRequest(/\/front\/query\/sessions\/all/)
    await page.context().setOffline(false)
    await page.goto('/agenda')
    await asked
    await expect(strip(page)).toHaveCount(0)
  })
}

test('a clock that is put back while the app is open makes nothing look fresh', async ({ page }) => {
  await page.clock.install({ time: new Date(Date.now() + 25 * hourMs) })
  await visitAgenda(page)
  await page.clock.setSystemTime(new Date())
  // The next save in an idle moment sees it.
  await expect.poll(async () => (await savedLine(page, 'sessions'))?.updatedAt).toBe(0)
  await menuLink(page, '下载').click()
  await expect(page.getByRole('heading', { level: 1, name: '资料下载' })).toBeVisible()
  const asked = page.waitForRequest(/\/front\/query\/sessions\/all/)
  await menuLink(page, '议程').click()
  await asked
})

test('the agenda is there a year later, with its day [292]', async ({ page }) => {
  const { path, title } = await visitAgenda(page)
  await untilSaved(page, 'sessions')
  await page.clock.setFixedTime(Date.now() + 400 * 24 * hourMs)
  await goOffline(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(strip(page)).toContainText(/\d+月\d+日/)
})
