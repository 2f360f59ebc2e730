import type { Page } from '@playwright/test'
import { chunkLimitMs } from '../../contract/forum.ts'
import { everything } from '../support/fault-server.ts'
import { organiserPassword } from '../support/forum-process.ts'
import { full, type TestMark } from '../support/marks.ts'
import { en, zh } from '../support/texts.ts'
import { articleLinks, menuLink, sessionLinks } from './support/pages.ts'
import { expect, test } from './support/phone.ts'

/** A visitor without a worker has only the parts of the pages that were opened. */
test.use({ device: 'fresh', serviceWorkers: 'block' })

const downloadScript = /\/assets\/download-[^/]*\.js/
const anyStyle = /\/assets\/[^/]*\.css/

const heading = (page: Page, key: string) => page.getByRole('heading', { level: 1, name: zh(key) })
const notHere = (page: Page) => heading(page, 'common:loadFailure.offlineTitle')
const failed = (page: Page) => heading(page, 'common:loadFailure.title')
const downloads = (page: Page) => heading(page, 'downloads:title')
const skeleton = (page: Page) => page.getByRole('status', { name: zh('common:loading') })
const retry = (page: Page) => page.getByRole('button', { name: zh('common:retry') })
const inEnglish = (page: Page) => page.getByRole('heading', { name: en('common:loadFailure.title') })
const again = (page: Page) => page.getByRole('link', { name: zh.pattern('common:retry') })
const home = (page: Page) => articleLinks(page).first()
const openDownloads = (page: Page) => menuLink(page, zh('common:menu.download')).click()

async function openAgenda(page: Page): Promise<void> {
  await page.goto('/agenda')
  await expect(sessionLinks(page).first()).toBeVisible()
}

/** The script and the style that index.html itself names. */
async function findShellParts({ url }: { url: string }): Promise<{ script: RegExp; style: RegExp }> {
  const html = await (await fetch(`${url}/index.html`)).text()
  const find = (pattern: RegExp) => new RegExp(`^${pattern.exec(html)?.[1] ?? 'none'}$`)
  return {
    script: find(/<script type="module"[^>]* src="([^"]+)"/),
    style: find(/<link rel="stylesheet"[^>]* href="([^"]+)"/),
  }
}

const parts: [string, RegExp, TestMark][] = [
  ['script', downloadScript, {}],
  ['style', anyStyle, full('the script has the same limit')],
]
for (const [what, part, mark] of parts)
  test(
    `a ${what} that never comes is given up after 120 seconds, with a way to try again [58, T48]`,
    mark,
    async ({ page, network }) => {
      await page.clock.install()
      await openAgenda(page)
      network.fail(part, { kind: 'stall' })
      await openDownloads(page)
      await expect(skeleton(page)).toBeVisible()
      await page.clock.fastForward(chunkLimitMs - 10_000)
      await expect(skeleton(page)).toBeVisible()
      await page.clock.fastForward(10_000)
      await expect(failed(page)).toBeVisible()
      network.fail(part, { kind: 'none' })
      await retry(page).click()
      await expect(downloads(page)).toBeVisible()
    },
  )

test('a page whose style is lost is told as a failure and not shown bare, and comes with its looks when asked again [57]', async ({
  page,
  network,
}) => {
  await openAgenda(page)
  network.fail(anyStyle, { kind: 'cut' })
  // No reload can help while the server is away.
  network.fail(/^\/index\.html/, { kind: 'cut' })
  await openDownloads(page)
  await expect(notHere(page)).toBeVisible()
  network.mend()
  await retry(page).click()
  await expect(downloads(page)).toBeVisible()
  await expect(page.locator('main li').first()).toHaveCSS('display', 'flex')
})

test('a script of the shell that is lost is told at once in both languages, within the content policy [T48]', async ({
  page,
  network,
  conduct,
  forum,
}) => {
  network.fail((await findShellParts(forum)).script, { kind: 'cut' })
  await page.goto('/')
  await expect(failed(page)).toBeVisible()
  await expect(inEnglish(page)).toBeVisible()
  await expect(again(page)).toHaveCSS('border-radius', '999px')
  expect(conduct.errors.filter((error) => /policy/i.test(error))).toEqual([])
  network.mend()
  await again(page).click()
  await expect(home(page)).toBeVisible()
  await expect(inEnglish(page)).toHaveCount(0)
})

for (const what of ['language', 'script', 'style'] as const)
  test(
    `a ${what} of the shell that never comes is told after 120 seconds`,
    full('the limit of a page’s script is in the gate'),
    async ({ page, network, forum }) => {
      const part = what === 'language' ? /\/assets\/zh-CN-[^/]*\.js/ : (await findShellParts(forum))[what]
      await page.clock.install()
      network.fail(part, { kind: 'stall' })
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.locator('#start-failure')).toBeAttached()
      await expect.poll(() => network.heard().some((one) => part.test(one.replace('GET ', '')))).toBe(true)
      await page.clock.fastForward(chunkLimitMs - 10_000)
      await expect(failed(page)).toBeHidden()
      await page.clock.fastForward(10_000)
      await expect(failed(page)).toBeVisible()
      network.fail(part, { kind: 'none' })
      await again(page).click({ noWaitAfter: true })
      await expect(home(page)).toBeVisible()
    },
  )

test.describe('a lost part', full('lost-chunks.test.ts proves when the page is reloaded'), () => {
  test('costs no readable page while the phone has a signal and no server: home is one touch away', async ({
    page,
    network,
  }) => {
    await page.goto('/')
    await menuLink(page, zh('common:menu.agenda')).click()
    await expect(sessionLinks(page).first()).toBeVisible()
    network.fail(everything, { kind: 'cut' })
    await openDownloads(page)
    await expect(notHere(page)).toBeVisible()
    await page.getByRole('link', { name: zh('common:notFound.home') }).click()
    await expect(home(page)).toBeVisible()
  })

  test('of a notice costs its looks, and neither its words nor the page', async ({ page, network }) => {
    await page.goto('/user/login')
    await page.getByLabel(zh('sign-in:signIn.name')).fill('organiser')
    await page.getByLabel(zh('sign-in:signIn.password')).fill(`not ${organiserPassword}`)
    network.fail(/\/assets\/NoticeStack-/, { kind: 'cut' })
    await page.getByRole('button', { name: zh('sign-in:signIn.submit'), exact: true }).click()
    await expect(page.getByText(zh('sign-in:signIn.failed'))).toBeVisible()
    await expect(page.getByLabel(zh('sign-in:signIn.name'))).toHaveValue('organiser')
  })

  test('of the shell’s style is told, and the app is not drawn bare over that', async ({
    page,
    network,
    forum,
  }) => {
    await page.clock.install()
    network.fail((await findShellParts(forum)).style, { kind: 'cut' })
    await page.goto('/')
    await expect(failed(page)).toBeVisible()
    await page.clock.runFor(1000)
    await expect(failed(page)).toBeVisible()
    network.mend()
    await again(page).click()
    await expect(home(page)).toBeVisible()
  })
})
