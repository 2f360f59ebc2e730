import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { FaultServer } from '../support/fault-server.ts'
import { expect, goOffline, test, visit } from './phone.ts'

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

/** What of the worker is left on the phone; nothing can be told while the worker loads the page anew. */
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

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })

test('the kill switch takes the worker off the phone, in all tabs; kept files stay and the app goes on [297]', async ({
  page,
  context,
  network,
}) => {
  await visit(page, '/download')
  await page.getByRole('button', { name: '存到本机' }).first().click()
  await expect(page.getByRole('region', { name: /已存到本机/ })).toBeVisible()
  const second = await context.newPage()
  await visit(second, '/agenda')
  await switchOff(network)
  await lookForUpdate(page)
  const gone = { isControlled: false, workers: 0, caches: ['pins:public'] }
  for (const tab of [page, second]) {
    await expect.poll(() => whatIsLeft(tab)).toEqual(gone)
    await expect(tab.locator('main h2, main a[href^="/agenda/"]').first()).toBeVisible()
  }
  await expect(page.getByRole('region', { name: /已存到本机/ })).toBeVisible()
  // A worker that removes itself at each visit must not load the page again each time.
  let loads = 0
  second.on('request', (request) => (loads += Number(request.isNavigationRequest())))
  for (let visits = 1; visits <= 3; visits++) {
    const worker = context.waitForEvent('serviceworker')
    await second.goto('/agenda')
    await worker
    await expect.poll(() => whatIsLeft(second)).toEqual(gone)
    await expect(second.locator('main a[href^="/agenda/"]').first()).toBeVisible()
    expect(loads).toBe(visits)
  }
})

test('the next build brings the worker back', async ({ page, network }) => {
  await visit(page, '/agenda')
  await switchOff(network)
  await lookForUpdate(page)
  await expect.poll(() => whatIsLeft(page)).toEqual({ isControlled: false, workers: 0, caches: [] })
  network.mend()
  await visit(page, '/agenda')
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  await goOffline(page)
  await page.goto('/agenda')
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
})
