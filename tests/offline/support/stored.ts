import type { BrowserContext, Page } from '@playwright/test'
import { getOwnerKey } from '../../../src/platform/user-storage-keys.ts'

/** Everything that the device keeps of the site, as one text: the storages of all tabs, every database, every cache. */
export async function dump(context: BrowserContext): Promise<string> {
  const open = context.pages().filter((page) => page.url().startsWith('http'))
  const tabs = await Promise.all(open.map((page) => page.evaluate(() => JSON.stringify(sessionStorage))))
  return JSON.stringify([tabs, await open[0]?.evaluate(readEverything)])
}

/** Which of some texts the device keeps anywhere. */
export async function findTraces(context: BrowserContext, texts: readonly string[]): Promise<string[]> {
  const kept = await dump(context)
  return texts.filter((text) => kept.includes(text))
}

/** Everything but what lives in tabs. Runs in the page. */
export async function readEverything(): Promise<string> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it goes into the page with the function
  const until = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
    })
  const found: unknown[] = [Object.entries(localStorage)]
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await until(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store)
      found.push(name, await until(rows.getAllKeys()), await until(rows.getAll()))
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    // To open one that is gone by now would make it again.
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    found.push(name)
    // The app itself, which is the same for everybody, takes most of the time.
    for (const request of name.includes('precache') ? [] : await cache.keys()) {
      const answer = await cache.match(request)
      const isText = /json|text/.test(answer?.headers.get('content-type') ?? '')
      found.push(request.url, isText ? await answer?.text() : '')
    }
  }
  const decoder = new TextDecoder()
  return JSON.stringify(found, (_key, value: unknown) => {
    if (value instanceof CryptoKey) return value.extractable ? '[key that can be read]' : '[key]'
    // What is sealed is bytes; a file would lie in clear.
    if (value instanceof Blob) return '[file]'
    if (value instanceof ArrayBuffer) return decoder.decode(value)
    return ArrayBuffer.isView(value) ? decoder.decode(value) : value
  })
}

/**
 * The stored answer whose key ends with this, as JSON; empty when there is none. The app writes answers to IndexedDB in
 * the background: a page that is left at once may lose them.
 */
export const readBody = (page: Page, keyEnd: string): Promise<string> => page.evaluate(findBody, keyEnd)

/** Whether the device keeps a body of the signed-in person under a name. What is in it is sealed. */
export async function isOwnBodyStored(page: Page, name: string): Promise<boolean> {
  const user = await page.evaluate(() => sessionStorage.getItem('user'))
  const owner = getOwnerKey((JSON.parse(user ?? '{}') as { id?: string }).id ?? '')
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${owner} ${name}`))
  return (await readBody(page, Buffer.from(bytes).toString('hex'))) !== ''
}

/** Runs in the page. */
function findBody(keyEnd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('bodies')
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
    opening.addEventListener('success', () => {
      const store = opening.result.transaction('kv').objectStore('kv')
      const keys = store.getAllKeys()
      keys.addEventListener('success', () => {
        const key = keys.result.find((one) => typeof one === 'string' && one.endsWith(keyEnd))
        const reading = key === undefined ? undefined : store.get(key)
        reading?.addEventListener('success', () => resolve(JSON.stringify(reading.result)))
        if (!reading) resolve('')
      })
    })
  })
}

/** What the page keeps by its session. */
export const readToken = (page: Page) => page.evaluate(() => sessionStorage.getItem('token'))
