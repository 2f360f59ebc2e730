import { expect, type Page } from '@playwright/test'
import { test as base } from '../support/e2e.ts'
import { startFaultServer, type FaultServer } from '../support/fault-server.ts'

const host = 'forum.example'

interface Fixtures {
  /** Makes the network or the server fail from here on, until the end of the test. */
  network: FaultServer
}

/**
 * Playwright's test at a name like a visitor's, under which the app can tell that it has no network: on the address of
 * one's own machine it keeps asking. All calls come by way of the fault server.
 */
export const test = base.extend<Fixtures, { front: FaultServer }>({
  front: [
    async ({ forum }, use) => {
      const front = await startFaultServer(forum.url)
      await use(front)
      await front.stop()
    },
    { scope: 'worker' },
  ],
  network: async ({ front }, use) => {
    await use(front)
    front.mend()
  },
  launchOptions: [
    async ({ launchOptions, front }, use) => {
      const args = [
        `--host-resolver-rules=MAP ${host} 127.0.0.1`,
        // As https would be: workers and storage are for secure addresses only.
        `--unsafely-treat-insecure-origin-as-secure=http://${host}:${front.port}`,
      ]
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ front }, use) => use(`http://${host}:${front.port}`),
})

export { expect }

/** Opens a page and waits until the worker has the shell and the agenda is on the device. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })
}

/** Opens the agenda and answers the address and the title of one of its sessions. */
export async function visitAgenda(page: Page): Promise<{ path: string; title: string }> {
  await visit(page, '/agenda')
  const link = page.locator('main a[href^="/agenda/"]').first()
  await expect(link).toBeVisible()
  const path = (await link.getAttribute('href')) ?? ''
  const title = (await link.getByRole('heading').or(link).first().innerText()).split('\n')[0] ?? ''
  await untilSaved(page, 'sessions')
  return { path, title }
}

/** Waits for the save of an idle moment, which a person does by reading for two seconds, with the server's time. */
export async function untilSaved(page: Page, query: string): Promise<void> {
  await expect.poll(async () => (await savedLine(page, query))?.asOf).toBeGreaterThan(0)
}

/** What the snapshots hold of a query, by the first part of its key. */
export const savedLine = (page: Page, query: string) => page.evaluate(readLine, query)

/** Runs in the page. */
function readLine(query: string): { updatedAt: number; asOf?: number } | undefined {
  const lines = Object.values(localStorage).flatMap((text) => String(text).split('\n'))
  const line = lines.find((one) => one.startsWith(`{"hash":"[\\"${query}\\"`))
  return line === undefined ? undefined : (JSON.parse(line) as { updatedAt: number; asOf?: number })
}

/** A link of the menu. */
export const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })

/** The strip under the header, with its words when the screen may be old. */
export const strip = (page: Page) => page.getByText(/数据截至 .*\d\d:\d\d|当前离线/)

/** The saved agenda counts as stale after a minute. The device's clock stands still from then on. */
export const minutesLater = (page: Page, minutes: number) =>
  page.clock.setFixedTime(Date.now() + minutes * 60_000)

/** What the browser does with a tab that goes into the background or comes back; headless ones are all in front. */
export function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

/** The app ends as phones end it: without a word. A crash by the developer tools would take the worker with it. */
export async function kill(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const last of ['pagehide', 'visibilitychange'])
      addEventListener(last, (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await page.close()
}

/** Opens the app as the next morning would: a fresh tab without network, the worker not running. */
export async function startOffline(page: Page, path: string): Promise<Page> {
  const next = await page.context().newPage()
  await goOffline(next)
  await next.goto(path)
  return next
}

/** No network, and no worker running: the next start is as cold as in the morning. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await stopWorkers(page)
}

/**
 * Stops every worker; the browser starts ours again when it is needed. From a page of its own: a session of the
 * developer tools at the page on screen would tell it that the network is back.
 */
export async function stopWorkers(page: Page): Promise<void> {
  const other = await page.context().newPage()
  const devtools = await page.context().newCDPSession(other)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await other.close()
}
