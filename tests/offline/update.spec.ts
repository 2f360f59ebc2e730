import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { FaultServer } from '../support/fault-server.ts'
import { full } from '../support/marks.ts'
import { zh } from '../support/texts.ts'
import { articleLinks, goOffline, sessionLinks, show, title, visit } from './support/pages.ts'
import { expect, test } from './support/phone.ts'
import { bannerOf, deployNext, html, later, lookForUpdate, takeUpdate } from './support/updates.ts'

const login = (page: Page) => page.getByLabel(zh('sign-in:signIn.name'))

test('a new version is offered and waits until it is taken; another tab goes along when it is not looked at, unless something is typed in it [297]', async ({
  page,
  context,
  network,
  conduct,
}) => {
  await page.goto('/agenda')
  const reading = await context.newPage()
  await reading.goto('/download')
  await expect(title(reading)).toBeVisible()
  const typing = await context.newPage()
  await typing.goto('/user/login')
  await login(typing).fill('organiser')
  deployNext(network)
  await lookForUpdate(page)
  await expect(bannerOf(page)).toBeVisible()
  // The worker waits as well: an active one would have thrown away the parts of the version on screen.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)).toBe(
    'installed',
  )
  await expect(bannerOf(reading)).toBeVisible()
  // It is not offered over something typed; it is when the field is empty again.
  await expect(bannerOf(typing)).toHaveCount(0)
  await login(typing).fill('')
  await expect(bannerOf(typing)).toBeVisible()
  await login(typing).fill('organiser')
  for (const tab of [page, reading, typing]) await expect(html(tab)).not.toHaveAttribute('data-build', 'next')

  // It can be put off, and is offered again at the next start.
  await bannerOf(page).getByRole('button', { name: later }).click()
  await expect(bannerOf(page)).toHaveCount(0)
  await page.reload()
  await expect(html(page)).not.toHaveAttribute('data-build', 'next')
  await takeUpdate(page)
  await expect(title(page)).toBeVisible()
  await expect(bannerOf(page)).toHaveCount(0)
  await expect(bannerOf(reading)).toBeVisible()
  await expect(html(reading)).not.toHaveAttribute('data-build', 'next')
  await show(reading, 'hidden')
  await expect(html(reading)).toHaveAttribute('data-build', 'next')
  await expect(title(reading)).toHaveText(zh('downloads:title'))
  await show(typing, 'hidden')
  await show(typing, 'visible')
  await expect(login(typing)).toHaveValue('organiser')
  await expect(html(typing)).not.toHaveAttribute('data-build', 'next')
  expect(conduct.errors).toEqual([])
})

test(
  'a new version found while an article is read changes nothing of the page',
  full('the gate proves that it waits'),
  async ({ page, network }) => {
    await page.goto('/news')
    await articleLinks(page).first().click()
    const text = page.locator('main article')
    await expect(text.locator('p').first()).toBeVisible()
    await page.setViewportSize({ width: 390, height: 400 })
    await page.evaluate(() => scrollTo(0, 200))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    const before = { words: await text.innerText(), place: await page.evaluate(() => scrollY) }
    deployNext(network)
    await lookForUpdate(page)
    await expect(bannerOf(page)).toBeVisible()
    expect({ words: await text.innerText(), place: await page.evaluate(() => scrollY) }).toEqual(before)
  },
)

test('the kill switch takes the worker off the phone, in all tabs; kept files stay, and the next build brings it back [297]', async ({
  page,
  context,
  network,
}) => {
  await page.goto('/download')
  await page
    .getByRole('button', { name: zh('downloads:keep') })
    .first()
    .click()
  const kept = page.getByRole('region', { name: zh.pattern('downloads:onThisPhone') })
  await expect(kept).toBeVisible()
  const second = await context.newPage()
  await second.goto('/agenda')
  await expect(sessionLinks(second).first()).toBeVisible()
  await switchOff(network)
  await lookForUpdate(page)
  const gone = { isControlled: false, workers: 0, caches: ['pins:public'] }
  for (const tab of [page, second]) await expect.poll(() => whatIsLeft(tab)).toEqual(gone)
  await expect(kept).toBeVisible()
  // A worker that removes itself at each visit must not load the page again each time.
  let loads = 0
  second.on('request', (request) => (loads += Number(request.isNavigationRequest())))
  for (let visits = 1; visits <= 2; visits++) {
    const worker = context.waitForEvent('serviceworker')
    await second.goto('/agenda')
    await worker
    await expect.poll(() => whatIsLeft(second)).toEqual(gone)
    await expect(sessionLinks(second).first()).toBeVisible()
    expect(loads).toBe(visits)
  }
  network.mend()
  await visit(page, '/agenda')
  await goOffline(page)
  await page.goto('/agenda')
  await expect(sessionLinks(page).first()).toBeVisible()
})

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the operator's command on a build's worker, and serves what it made. */
async function switchOff(network: FaultServer): Promise<void> {
  const build = await mkdtemp(join(tmpdir(), 'forum-kill-'))
  for (const name of ['sw.js', 'sw.js.br', 'sw.js.gz'])
    await copyFile(join(root, 'dist', name), join(build, name))
  await promisify(execFile)(process.execPath, [join(root, 'scripts/kill-worker.ts'), build])
  // A compressed form that stayed would still be the old worker.
  expect(await readdir(build)).toEqual(['sw.js'])
  const worker = await readFile(join(build, 'sw.js'), 'utf8')
  network.fail(/^\/sw\.js$/, { kind: 'changed', change: () => worker })
  await rm(build, { recursive: true })
}

/** What of the worker is left on the phone; a page that is just loaded again cannot say. */
const whatIsLeft = (page: Page) => page.evaluate(readLeft).catch(() => undefined)

/** Runs in the page. */
async function readLeft() {
  const registrations = await navigator.serviceWorker.getRegistrations()
  return {
    isControlled: navigator.serviceWorker.controller !== null,
    workers: registrations.length,
    caches: await caches.keys(),
  }
}
