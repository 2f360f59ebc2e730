import type { BrowserContext, Page } from '@playwright/test'
import { snapshotKey } from '../../src/app/persistence/keys.ts'
import { ownedKey } from '../../src/lib/bodies.ts'
import { ownerOfUser } from '../../src/lib/owner.ts'
import { organiserPassword } from '../support/forum-process.ts'
import { full } from '../support/marks.ts'
import { addParticipant, openAs } from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { goOffline, menuLink, sessionLinks, strip, title } from './support/pages.ts'
import { addPerson, password, signInByForm, silenceIndexedDb, type Person } from './support/people.ts'
import { expect, test as base } from './support/phone.ts'
import { dump, findTraces, readToken } from './support/stored.ts'

const test = base.extend<{ person: Person }>({
  person: async ({ forum }, use) => use(await addPerson(forum)),
})

const organiser = { login: 'organiser', password: organiserPassword }

const center = (page: Page) => page.getByRole('heading', { level: 1, name: zh('accounts:center.title') })
const signInTitle = (page: Page) => page.getByRole('heading', { level: 1, name: zh('sign-in:signIn.title') })
const signOut = (page: Page) => page.getByRole('button', { name: zh('accounts:center.signOut') }).click()
const submit = (page: Page) =>
  page.getByRole('button', { name: zh('sign-in:signIn.submit'), exact: true }).click()
const home = /^http:\/\/[^/]+\/$/

/** Signs in by the form. @returns the token of this sign-in */
async function signIn(
  page: Page,
  account: { login: string; password?: string },
  options?: { keeps: boolean },
): Promise<string> {
  await signInByForm(page, account, options)
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

test('a sign-in that is not kept is handed to a tab opened by hand, and ends with the last tab [T1]', async ({
  page,
  context,
  person,
}) => {
  const token = await signIn(page, person)
  const second = await context.newPage()
  await second.goto('/user/center')
  await expect(center(second)).toBeVisible()
  expect(await readToken(second)).toBe(token)
  await second.evaluate(() => sessionStorage.clear())
  expect(await findTraces(context, [token])).toEqual([token])
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
  const owner = ownerOfUser(id)
  const line = { hash: '["mine"]', key: ['mine'], meta: { persist: 'private' }, updatedAt: Date.now() }
  const snapshot = [
    { buster: '1', timestamp: 0 },
    { ...line, data: secret },
  ].map((part) => JSON.stringify(part))
  await page.evaluate(plant, {
    snapshots: { [snapshotKey(owner)]: snapshot.join('\n'), [snapshotKey(owner, 0)]: secret },
    body: [ownedKey(owner, 'registration/1'), secret] as const,
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

test(
  'after the screens of one’s own were used and signed out nothing of the person is left on the device, and the agenda opens [96, 300, T9]',
  full('registers by calls, which a loaded forum refuses as busy; not seen to pass since it was merged'),
  async ({ page, context, forum }) => {
    const person = await addParticipant(forum)
    await page.clock.install()
    await openAs(page, person)
    await page.goto('/user/center')
    const state = page.getByRole('list', { name: zh('accounts:state.line') })
    await expect(state).toContainText(zh('accounts:state.approved'))
    const { id } = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('user') ?? '{}') as { id: string },
    )
    const texts = [...(await keepPrivately(page, { id })), person.token, person.mobile, 'Lin Example']
    for (const key of ['password.title', 'signIns.title', 'ownData.title']) {
      await page
        .getByRole('main')
        .getByRole('link', { name: zh(`accounts:${key}`) })
        .click()
      await expect(title(page)).toHaveText(zh(`accounts:${key}`))
      await page
        .getByRole('main')
        .getByRole('link', { name: zh('accounts:center.title') })
        .click()
      await expect(center(page)).toBeVisible()
    }
    await goOffline(page)
    await page.reload()
    await expect(strip(page)).toBeVisible()
    await expect(state).toContainText(zh('accounts:state.approved'))
    // It is there: the dump is able to find it.
    await expect.poll(() => findTraces(context, texts)).toHaveLength(texts.length)
    await context.setOffline(false)
    await signOut(page)
    await expect(page).toHaveURL(home)
    await expectNoTrace(page, texts)
    await goOffline(page)
    await page.goto('/agenda')
    await expect(sessionLinks(page).first()).toBeVisible()
  },
)

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

test(
  'a tab takes nothing from another one in which somebody is signed in, also when it signs somebody else in',
  full('left-behind.test.ts proves it'),
  async ({ page, context, forum, person }) => {
    await page.clock.install()
    const next = await context.newPage()
    // Open before there is a sign-in that it could be handed.
    await next.goto('/user/login')
    const other = await addPerson(forum)
    await next.getByLabel(zh('sign-in:signIn.name')).fill(other.login)
    await next.getByLabel(zh('sign-in:signIn.password')).fill(password)
    await signIn(page, person)
    const texts = await keepPrivately(page, person)
    await submit(next)
    await expect(center(next)).toBeVisible()
    await next.clock.runFor(10_000)
    expect(await findTraces(context, texts)).toEqual(texts)
  },
)

test.describe(
  'a sign-in',
  full('restore-sign-in.test.ts, left-behind.test.ts and the API’s tests prove it'),
  () => {
    test('that is not ended by a sign-out leaves nothing to the next who opens the app [300]', async ({
      page,
      context,
      person,
    }) => {
      const token = await signIn(page, person)
      const texts = [...(await keepPrivately(page, person)), token]
      const next = await context.newPage()
      await page.close()
      await next.clock.install()
      await next.goto('/agenda')
      await expect(sessionLinks(next).first()).toBeVisible()
      await expectNoTrace(next, texts)
    })

    test('that is kept gives way to that of the next person, who as an organiser is never kept', async ({
      page,
      context,
      person,
    }) => {
      const token = await signIn(page, person, { keeps: true })
      await signIn(page, organiser, { keeps: true })
      await expect(page.getByText(zh('sign-in:keep.failed'))).toBeVisible()
      await expect.poll(() => dump(context)).not.toContain(token)
      await closeApp(context)
      const next = await context.newPage()
      await next.goto('/user/center')
      await expect(signInTitle(next)).toBeVisible()
    })

    test('that is kept is not brought back after its time, nor when the server has ended it', async ({
      page,
      context,
      forum,
      person,
    }) => {
      const token = await signIn(page, person, { keeps: true })
      await fetch(`${forum.url}/api/front/user/logout`, { method: 'POST', headers: { authorization: token } })
      const next = await reopen(context, '/news')
      await expect(title(next)).toBeVisible()
      await expect.poll(() => readToken(next)).toBeNull()
      await expect.poll(() => dump(context)).not.toContain(token)
      await expect(next).toHaveURL(/\/news$/)
      await signIn(next, person, { keeps: true })
      await closeApp(context)
      const late = await context.newPage()
      await late.clock.setFixedTime(Date.now() + 61 * 86_400_000)
      await goOffline(late)
      await late.goto('/user/center')
      await expect(signInTitle(late)).toBeVisible()
      expect(await readToken(late)).toBeNull()
    })

    test('is asked for where an IndexedDB never answers, which holds up no start', async ({
      page,
      context,
      person,
    }) => {
      await signIn(page, person, { keeps: true })
      await closeApp(context)
      await context.addInitScript(silenceIndexedDb)
      const next = await context.newPage()
      await next.goto('/agenda')
      await expect(sessionLinks(next).first()).toBeVisible()
      await next.goto('/user/center')
      await expect(signInTitle(next)).toBeVisible()
    })

    test('whose answer is lost after the server made it is told, and the next try signs in', async ({
      page,
      network,
      person,
    }) => {
      network.fail(/\/login$/, { kind: 'commit-then-reset' })
      await signInByForm(page, person)
      await expect(page.getByText(zh('status:networkTitle'))).toBeVisible()
      await expect(page.getByLabel(zh('sign-in:signIn.name'))).toHaveValue(person.login)
      network.mend()
      await submit(page)
      await expect(center(page)).toBeVisible()
    })

    test('ends on the device also when the answer of the sign-out never comes', async ({
      page,
      network,
      person,
    }) => {
      await page.clock.install()
      const token = await signIn(page, person)
      const texts = [...(await keepPrivately(page, person)), token]
      network.fail(/\/logout/, { kind: 'stall' })
      await signOut(page)
      await expect(page).toHaveURL(home)
      await expectNoTrace(page, texts)
      expect(network.heard().filter((call) => call.includes('/logout'))).toHaveLength(1)
    })
  },
)
