import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { FaultServer } from '../support/fault-server.ts'
import { expect, stopWorkers, test, visit } from './phone.ts'

const revisionOfShell = /("revision":")[0-9a-f]+(","url":"index\.html")/

/** The next deploy: another worker, and a shell that can be told from the present one. */
function deployNext(network: FaultServer): void {
  network.fail(/^\/sw\.js$/, {
    kind: 'changed',
    change: (text) => {
      expect(text).toMatch(revisionOfShell)
      return text.replace(revisionOfShell, '$1next$2')
    },
  })
  network.fail(/^\/index\.html/, {
    kind: 'changed',
    change: (text) => text.replace('<html ', '<html data-build="next" '),
  })
}

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })

const bannerOf = (page: Page) => page.getByRole('complementary', { name: '有新版本' })
const html = (page: Page) => page.locator('html')

test('a new version is offered, waits, and comes when the person takes it', async ({
  page,
  network,
  conduct,
}) => {
  await visit(page, '/agenda')
  deployNext(network)
  await lookForUpdate(page)
  await expect(bannerOf(page)).toBeVisible()
  await expect(html(page)).not.toHaveAttribute('data-build', 'next')
  await bannerOf(page).getByRole('button', { name: '立即更新' }).click()
  await expect(html(page)).toHaveAttribute('data-build', 'next')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bannerOf(page)).toHaveCount(0)
  expect(conduct.errors).toEqual([])
})

test('a version found by an earlier start is offered again; putting it off keeps the page', async ({
  page,
  network,
}) => {
  await visit(page, '/agenda')
  deployNext(network)
  await lookForUpdate(page)
  await expect(bannerOf(page)).toBeVisible()
  await page.reload()
  await expect(bannerOf(page)).toBeVisible()
  await bannerOf(page).getByRole('button', { name: '稍后' }).click()
  await expect(bannerOf(page)).toHaveCount(0)
  await expect(html(page)).not.toHaveAttribute('data-build', 'next')
})

test('a second tab is told that the version changed, and keeps what it shows', async ({
  page,
  context,
  network,
}) => {
  await visit(page, '/agenda')
  const second = await context.newPage()
  await visit(second, '/download')
  deployNext(network)
  await lookForUpdate(page)
  await bannerOf(page).getByRole('button', { name: '立即更新' }).click()
  await expect(html(page)).toHaveAttribute('data-build', 'next')
  await expect(bannerOf(second)).toBeVisible()
  await expect(html(second)).not.toHaveAttribute('data-build', 'next')
  await bannerOf(second).getByRole('button', { name: '立即更新' }).click()
  await expect(html(second)).toHaveAttribute('data-build', 'next')
})

test('the kill switch takes the worker off the phone, and the app goes on online', async ({
  page,
  network,
}) => {
  await visit(page, '/agenda')
  const source = await readFile(fileURLToPath(new URL('../../sw/kill.ts', import.meta.url)), 'utf8')
  network.fail(/^\/sw\.js$/, { kind: 'changed', change: () => stripTypeScriptTypes(source) })
  await lookForUpdate(page)
  const keptFiles = () =>
    page
      .evaluate(async () => (await caches.keys()).filter((name) => name.includes('precache')))
      // The kill loads the page anew meanwhile.
      .catch(() => ['loading'])
  await expect.poll(keptFiles).toEqual([])
  await stopWorkers(page)
  await page.goto('/agenda')
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
})
