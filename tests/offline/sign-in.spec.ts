import type { BrowserContext, Page } from '@playwright/test'
import { getCacheKey } from '#app/persistence/persist-rules.ts'
import { getUserContentKey } from '../../src/platform/content-cache.ts'
import { getOwnerKey } from '../../src/platform/user-storage-keys.ts'
import { openAs } from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { goOffline, menuLink, strip } from './support/pages.ts'
import { addPerson, signInByForm, type Person } from './support/people.ts'
import { expect, test as base } from './support/phone.ts'
import { dump, findTraces, readToken } from './support/stored.ts'

const test = base.extend<{ person: Person }>({
  person: async ({ forum }, use) => use(await addPerson(forum)),
})

const center = (page: Page) => page.getByRole('heading', { level: 1, name: zh('accounts:center.title') })
const signInTitle = (page: Page) => page.getByRole('heading', { level: 1, name: zh('sign-in:signIn.title') })
const signOut = (page: Page) => page.getByRole('button', { name: zh('accounts:center.signOut') }).click()
const home = /^http:\/\/[^/]+\/$/

/** Signs in by the form. @returns the token of this sign-in */
async function signIn(page: Page, person: Person, options?: { keeps: boolean }): Promise<string> {
  await signInByForm(page, person, options)
  await expect(center(page)).toBeVisible()
  return (await readToken(page)) ?? ''
}

/** Closes every tab, as a phone does with an app. */
async function closeApp(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close()
}

/** A new tab after all others were closed: what lived in them is gone. */
async function reopen(context: BrowserContext, path: string): Promise<Page> {
  await closeApp(context)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('a sign-in that is kept is there after all tabs were closed, with and without network, and goes at the sign-out [T1]', async ({
  page,
  context,
  person,
}) => {
  const addresses: string[] = []
  context.on('request', (request) => addresses.push(request.url()))
  const token = await signIn(page, person, { keeps: true })
  const next = await reopen(context, '/user/center')
  await expect(center(next)).toBeVisible()
  expect(await readToken(next)).toBe(token)
  await closeApp(context)
  const offline = await context.newPage()
  await goOffline(offline)
  await offline.goto('/user/center')
  await expect(center(offline)).toBeVisible()
  await expect(offline.getByText(zh('accounts:role.participant'), { exact: true })).toBeVisible()
  await signOut(offline)
  await expect(offline).toHaveURL(home)
  await expect.poll(() => dump(context)).not.toContain(token)
  await offline.goto('/user/center')
  await expect(signInTitle(offline)).toBeVisible()
  expect(addresses.filter((address) => address.includes(token))).toEqual([])
})

test('a sign-in that is not kept takes the place of a kept one, is handed to a tab opened by hand, and ends with the last tab [T1]', async ({
  page,
  context,
  forum,
  person,
}) => {
  const before = await signIn(page, await addPerson(forum), { keeps: true })
  const token = await signIn(page, person)
  const second = await context.newPage()
  await second.goto('/user/center')
  await expect(center(second)).toBeVisible()
  expect(await readToken(second)).toBe(token)
  await second.evaluate(() => sessionStorage.clear())
  expect(await findTraces(context, [before, token])).toEqual([token])
  const next = await reopen(context, '/user/center')
  await expect(signInTitle(next)).toBeVisible()
  expect(await readToken(next)).toBeNull()
  expect(await findTraces(context, [token])).toEqual([])
})

test('a 401 of another call asks about the token first, and signs nobody out whose token is good [T4]', async ({
  page,
  context,
  network,
  person,
}) => {
  const token = await signIn(page, person, { keeps: true })
  const refused = { kind: 'refused', status: 401, key: 'sign_in.required' } as const
  network.fail(/\/front\/query\/informations\/all/, refused)
  await page.clock.setFixedTime(Date.now() + 10 * 60_000)
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/front/user/current'))
  await menuLink(page, zh('common:menu.news')).click()
  expect((await asked).status()).toBe(200)
  expect(await readToken(page)).toBe(token)
  // Only the answer about the token itself ends the sign-in.
  network.fail(/\/front\/user\/current/, refused)
  await page.reload()
  await expect.poll(() => readToken(page)).toBeNull()
  await expect.poll(() => dump(context)).not.toContain(token)
})

const secret = 'only for this person'

/**
 * Puts private things onto the device as screens leave them: a snapshot of this version of the app and of one before, a
 * long text, a file, the description of a module.
 * @returns what must not be found after the person has gone
 */
async function keepPrivately(page: Page, { id }: Pick<Person, 'id'>): Promise<string[]> {
  const owner = getOwnerKey(id)
  const line = { hash: '["mine"]', key: ['mine'], meta: { persist: 'private' }, updatedAt: Date.now() }
  const snapshot = [
    { buster: '1', timestamp: 0 },
    { ...line, data: secret },
  ].map((part) => JSON.stringify(part))
  await page.evaluate(plant, {
    snapshots: { [getCacheKey(owner)]: snapshot.join('\n'), [getCacheKey(owner, 0)]: secret },
    body: [getUserContentKey(owner, 'registration/1'), secret] as const,
    cache: `pins:${owner}`,
    metadata: secret,
  })
  return [secret, id, owner]
}

/** Runs in the page. */
async function plant(kept: {
  snapshots: Record<string, string>
  body: readonly [string, string]
  cache: string
  metadata: string
}): Promise<void> {
  for (const [key, value] of Object.entries(kept.snapshots)) localStorage.setItem(key, value)
  sessionStorage.setItem('metadata:registrations', JSON.stringify({ owner: 'x', metadata: kept.metadata }))
  const cache = await caches.open(kept.cache)
  await cache.put('/api/front/download/file/own', new Response(kept.body[1]))
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('bodies')
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('kv'))
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('kv', 'readwrite')
      const store = writing.objectStore('kv')
      const asked = store.get('#index')
      asked.addEventListener('success', () => {
        const [key, data] = kept.body
        store.put({ data }, key)
        store.put({ ...(asked.result as object | undefined), [key]: [100, 1] }, '#index')
      })
      writing.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
      writing.addEventListener('abort', () => reject(writing.error ?? new Error('aborted')))
    })
  })
}

/** Expects nothing of a person on the device after the saves that were waiting, and after all is removed once more. */
async function expectNoTrace(page: Page, texts: readonly string[]): Promise<void> {
  await page.clock.runFor(10_000)
  await expect.poll(() => findTraces(page.context(), texts)).toEqual([])
}

test('signing out without network forgets the person as well, in a second tab too [T9]', async ({
  page,
  context,
  person,
}) => {
  await page.clock.install()
  const second = await context.newPage()
  await signIn(second, person)
  const texts = [...(await keepPrivately(second, person)), (await readToken(second)) ?? '']
  await openAs(page, person)
  await page.goto('/user/center')
  await expect(center(page)).toBeVisible()
  await goOffline(page)
  await expect(strip(page)).toBeVisible()
  await signOut(page)
  await expect(page).toHaveURL(home)
  await expect(second).toHaveURL(home)
  await expectNoTrace(page, [...texts, person.token])
})
