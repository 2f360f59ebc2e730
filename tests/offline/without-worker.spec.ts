import { networkInterfaces } from 'node:os'
import type { Page } from '@playwright/test'
import { conductOn, expect, test, type Conduct } from '../support/e2e.ts'
import { startForum } from '../support/forum-process.ts'
import { full } from '../support/marks.ts'
import { screens } from '../support/screens.ts'
import { zh } from '../support/texts.ts'
import { sessionLinks } from './support/pages.ts'

/** Opens every screen of the app, online, and signs in on the way. */
async function walk(page: Page, conduct: Conduct, shown = screens): Promise<void> {
  for (const screen of shown) {
    await screen.open(page)
    expect(conductOn(screen, conduct), screen.name).toEqual({ errors: [], foreignRequests: [] })
  }
}

const everyScreen = full('walks over every screen, 20 seconds each')

test.describe('inside WeChat, which has no worker', everyScreen, () => {
  test.slow()
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.45(0x18002d2f) NetType/WIFI Language/zh_CN',
  })

  test('everything works online, without an error', async ({ page, context, conduct }) => {
    await context.addInitScript(() => {
      delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker
    })
    await walk(page, conduct)
    expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false)
  })
})

/** An address of this machine under which others find it, so that a browser does not trust it on plain http. */
const lanAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

/** The real server, found at that address. */
const lanTest = test.extend({
  forum: [
    async ({}, use) => {
      const forum = await startForum({ env: { HOST: '0.0.0.0' } })
      await use({ ...forum, url: `http://${lanAddress}:${forum.port}` })
      await forum.stop()
    },
    { scope: 'worker' },
  ],
})

lanTest.describe('on plain http at an address of the local network', () => {
  lanTest.skip(lanAddress === undefined, 'this machine has no address besides its own')

  lanTest('everything works online, without an error', everyScreen, async ({ page, conduct }) => {
    test.slow()
    await walk(
      page,
      conduct,
      screens.filter(({ needsSealing }) => !needsSealing),
    )
    const missing = await page.evaluate(() => [
      isSecureContext,
      'caches' in self,
      'serviceWorker' in navigator,
    ])
    expect(missing).toEqual([false, false, false])
  })

  lanTest('the app is read, has no worker, and says what https would add', async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto('/install')
    const missing = page.getByRole('region', { name: zh('install:way.insecure') })
    await expect(missing).toContainText(zh('install:insecure'))
    await expect(missing.getByRole('listitem')).toHaveCount(3)
    await page.goto('/download')
    await expect(page.getByText(zh('downloads:needsHttps'))).toBeVisible()
    await expect(page.getByRole('button', { name: zh('downloads:keep') })).toHaveCount(0)
    expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false)
    await page.goto('/agenda')
    await expect(sessionLinks(page).first()).toBeVisible()
    expect(errors).toEqual([])
  })
})
