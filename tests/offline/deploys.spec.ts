import type { Page } from '@playwright/test'
import { drawnRows, openConsole } from '../support/console.ts'
import { full } from '../support/marks.ts'
import { zh } from '../support/texts.ts'
import { startDeploys, type Deploys } from './support/deploys.ts'
import { menuLink, noNetwork, sessionLinks, title, visit } from './support/pages.ts'
import { expect, test as base } from './support/phone.ts'
import { bannerOf, lookForUpdate } from './support/updates.ts'

const test = base.extend<{ deploys: Deploys }>({
  deploys: async ({ forum, network }, use) => {
    const deploys = await startDeploys(forum, network)
    await deploys.deploy(0)
    await use(deploys)
    await deploys.stop()
  },
})

test.use({ device: 'fresh' })

const versionOf = (page: Page) => page.locator('html').getAttribute('data-version')

/** Opens a page for the first time in this tab, by the menu. */
async function openByMenu(page: Page, name: 'download' | 'news', heading: string): Promise<void> {
  await menuLink(page, zh(`common:menu.${name}`)).click()
  await expect(title(page)).toHaveText(heading)
}

async function openAgenda(page: Page): Promise<void> {
  await page.goto('/agenda')
  await expect(sessionLinks(page).first()).toBeVisible()
}

test.describe('a tab left open without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('opens pages of its own version over two deploys of two weeks [301]', async ({
    page,
    deploys,
    conduct,
  }) => {
    await openAgenda(page)
    await deploys.deploy(6)
    await openByMenu(page, 'download', zh('downloads:title'))
    await deploys.deploy(12)
    await openByMenu(page, 'news', zh('news:title'))
    expect(await versionOf(page)).toBe('1')
    expect(conduct.errors).toEqual([])
  })

  test(
    'finds the last three builds however old they are; after that the new version comes by one reload [301]',
    full('a build’s age is one of two rules; the other is in the gate'),
    async ({ page, deploys }) => {
      await openAgenda(page)
      await deploys.deploy(30)
      await deploys.deploy(60)
      await openByMenu(page, 'download', zh('downloads:title'))
      expect(await versionOf(page)).toBe('1')
      await deploys.deploy(90)
      await openByMenu(page, 'news', zh('news:title'))
      expect(await versionOf(page)).toBe('4')
      await expect(page).toHaveURL(/\/news$/)
    },
  )
})

test.describe('over a deploy', full('installs the app twice'), () => {
  test('a tab whose version another tab replaced finds its way without network: the new version is on the phone [301]', async ({
    page,
    context,
    deploys,
  }) => {
    await visit(page, '/agenda')
    const second = await context.newPage()
    await visit(second, '/agenda')
    await deploys.deploy(1)
    // The server of this test shares a process with the test and may be too busy for a moment.
    await expect(() => lookForUpdate(page)).toPass()
    await bannerOf(page)
      .getByRole('button', { name: zh('offline:update.now') })
      .click()
    await expect(page.locator('html')).toHaveAttribute('data-version', '2')
    await expect(bannerOf(second)).toBeVisible()
    await emptyBrowserCache(page)
    await context.setOffline(true)
    await menuLink(second, zh('common:menu.download')).click()
    await expect(second.locator('html')).toHaveAttribute('data-version', '2')
    await expect(second).toHaveURL(/\/download$/)
    await expect(noNetwork(second)).toBeVisible()
  })

  test('a console under the former worker keeps its own parts, not those of the version that waits', async ({
    page,
    deploys,
  }) => {
    await visit(page, '/agenda')
    await openConsole(page, '/speakers')
    await expect(drawnRows(page).first()).toBeVisible()
    await deploys.deploy(1)
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none; windows do
      active?.postMessage({ type: 'KEEP_CONSOLE' })
    })
    const kept = () =>
      page.evaluate(async () => {
        const requests = await (await caches.open('chunks')).keys()
        return requests.map(({ url }) => new URL(url).pathname).join(' ')
      })
    await expect.poll(kept).toMatch(/RichTextControl/)
    expect(await kept()).not.toContain('v2.')
  })
})

/** Empties the browser's own cache: only what the worker and the page keep is left. */
async function emptyBrowserCache(page: Page): Promise<void> {
  const other = await page.context().newPage()
  const devtools = await page.context().newCDPSession(other)
  await devtools.send('Network.clearBrowserCache')
  await other.close()
}
