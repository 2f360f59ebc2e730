import { expect, type Page } from '@playwright/test'
import { zh } from '../../support/texts.ts'

/** Opens a page on a phone without the app, and waits until the worker has it and answers for the page. */
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

export const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Links to sessions in the agenda. */
export const sessionLinks = (page: Page) => page.locator('main a[href^="/agenda/"]')

/** Links to articles in lists of them. */
export const articleLinks = (page: Page) => page.locator('main a[href^="/article/view/"]')

/** A link of the menu. */
export const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })

/** The strip under the header that says how old the data is, or that there is no network. */
export const strip = (page: Page) =>
  page.getByText(
    new RegExp(
      ['asOf', 'behind', 'plain'].map((key) => zh.pattern(`offline:strip.${key}`).source).join('|'),
      'u',
    ),
  )

/** A page or a part of one that the device does not have. */
export const noNetwork = (page: Page) => page.getByText(zh('common:offline.title'))

/** Puts the app away and takes it up again: it saves at once what it would save in an idle moment. */
export async function save(page: Page): Promise<void> {
  await show(page, 'hidden')
  await show(page, 'visible')
}

/** What the browser does with a tab that goes into the background or comes back; headless ones are all in front. */
export function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

/** Makes saved data stale. The device's clock stands still from then on. */
export const minutesLater = (page: Page, minutes: number) =>
  page.clock.setFixedTime(Date.now() + minutes * 60_000)

/**
 * Lets time pass on a page whose clock is installed, in steps, until what is expected holds: a call that is given up and
 * tried again waits several times.
 * @param expectation gives up soon: it is tried after each step
 */
export const untilTimeHasPassed = (page: Page, expectation: () => Promise<void>, stepMs = 10_000) =>
  expect(async () => {
    await page.clock.fastForward(stepMs)
    await expectation()
  }).toPass()

/** Time for the page to draw what a step of its clock brought about, in milliseconds. */
export const soon = { timeout: 500 }

/** Ends the app as phones end it: without an event. A crash by the developer tools would end the worker as well. */
export async function kill(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const last of ['pagehide', 'visibilitychange'])
      addEventListener(last, (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await page.close()
}

/** Takes the network away and stops the worker: the next start is as cold as in the morning. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await stopWorkers(page)
}

/** Opens a page in a new tab, without network and without a running worker. */
export async function openOffline(page: Page, path: string): Promise<Page> {
  const next = await page.context().newPage()
  await goOffline(next)
  await next.goto(path)
  return next
}

/**
 * Stops every service worker; the browser starts it again when it is needed. A separate page does this, because a
 * developer tools session on the visible page would report that the network is back.
 */
export async function stopWorkers(page: Page): Promise<void> {
  const other = await page.context().newPage()
  const devtools = await page.context().newCDPSession(other)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await other.close()
}

/** Waits for a query of the public data, by the first part of its key, to be saved in an idle moment. */
export async function untilSaved(page: Page, query: string): Promise<void> {
  await expect.poll(() => page.evaluate(readSavedAt, query)).toBeGreaterThan(0)
}

/** Runs in the page. */
function readSavedAt(query: string): number | undefined {
  const lines = Object.values(localStorage).flatMap((text) => String(text).split('\n'))
  const line = lines.find((one) => one.startsWith(`{"hash":"[\\"${query}\\"`)) ?? '{}'
  return (JSON.parse(line) as { asOf?: number }).asOf
}

/** Waits until a person's own data that say this are saved; they lie sealed, and the key never leaves the browser. */
export async function untilOwnSaved(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(openOwnSnapshot)).toContain(words)
}

/** Runs in the page. */
async function openOwnSnapshot(): Promise<string> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it goes into the page with the function
  const until = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
    })
  const find = async (name: string, prefix: string): Promise<unknown> => {
    const database = await until(indexedDB.open(name))
    const store = database.transaction('kv').objectStore('kv')
    const [found] = await until<unknown[]>(store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uFFFF`)))
    database.close()
    return found
  }
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the same
  const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const kept = (await find('values', 'own-snapshot:')) as { value: { iv: string; data: string } } | undefined
  const { key } = ((await find('outbox', 'key:')) ?? {}) as { key?: CryptoKey }
  if (!kept || !key) return ''
  const { iv, data } = kept.value
  return new TextDecoder().decode(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes(iv) }, key, bytes(data)),
  )
}
