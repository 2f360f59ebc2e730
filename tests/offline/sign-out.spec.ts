import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { snapshotKey } from '../../src/app/persistence/keys.ts'
import { ownerOfUser } from '../../src/lib/owner.ts'
import { ownedKey } from '../../src/lib/bodies.ts'
import { organiserPassword, type ForumProcess } from '../support/forum-process.ts'
import { expect, goOffline, menuLink, strip, test, visitAgenda } from './phone.ts'

const secret = 'only for this person'

interface Person {
  id: string
  token: string
}

const organiser = { login: 'organiser', password: organiserPassword }

async function fillSignIn(page: Page, { login, password } = organiser): Promise<void> {
  await page.getByLabel('账号').fill(login)
  await page.getByLabel('密码').fill(password)
}

/** Somebody else than the organiser. */
async function addParticipant(forum: ForumProcess) {
  const account = { login: `ben-${randomUUID().slice(0, 8)}`, password: 'osmotic-meadow-7' }
  await forum.forum(
    ['user', 'add', '--role', 'participant', '--login', account.login],
    `${account.password}\n`,
  )
  return account
}

const signInButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true })
const signOutButton = (page: Page) => page.getByRole('button', { name: '退出登录' })

async function signIn(page: Page): Promise<Person> {
  await page.goto('/user/login')
  await fillSignIn(page)
  await signInButton(page).click()
  await expect(page.getByText('组委会', { exact: true })).toBeVisible()
  return findPerson(page)
}

const findPerson = (page: Page): Promise<Person> =>
  page.evaluate(() => ({
    id: (JSON.parse(sessionStorage.getItem('user') ?? '{}') as { id: string }).id,
    token: sessionStorage.getItem('token') ?? '',
  }))

/**
 * As screens of a person's own will leave it; there is none before registrations can be made: a snapshot of this
 * version of the app and of one before, a long text, a file, the description of a module.
 */
async function keepPrivately(page: Page, { id }: Person): Promise<void> {
  const owner = ownerOfUser(id)
  const line = { hash: '["mine"]', key: ['mine'], meta: { persist: 'private' }, updatedAt: Date.now() }
  const text = [
    { buster: '1', timestamp: 0 },
    { ...line, data: secret },
  ].map((part) => JSON.stringify(part))
  await page.evaluate(plant, {
    snapshots: { [snapshotKey(owner)]: text.join('\n'), [snapshotKey(owner, 0)]: secret },
    body: [ownedKey(owner, 'registration/1'), secret] as const,
    cache: `pins:${owner}`,
    metadata: secret,
  })
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

/** Everything that this device keeps of the site, as one text: all tabs' sessionStorage too. */
async function dump(context: BrowserContext): Promise<string> {
  const state = await context.storageState({ indexedDB: true })
  const tabs = await Promise.all(
    context.pages().map((tab) => tab.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))),
  )
  const [first] = context.pages()
  return JSON.stringify([state, tabs, await first?.evaluate(dumpCaches)])
}

/** Runs in the page. */
async function dumpCaches(): Promise<unknown[]> {
  const kept: unknown[] = []
  for (const name of await caches.keys()) {
    // To open one that is gone by now would make it anew.
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    kept.push(name)
    for (const request of await cache.keys())
      kept.push(request.url, await (await cache.match(request))?.text())
  }
  return kept
}

/** What of a person is on the device, wherever. */
async function traces(context: BrowserContext, { id, token }: Person): Promise<string[]> {
  const kept = await dump(context)
  return [secret, token, id, ownerOfUser(id)].filter((trace) => kept.includes(trace))
}

/** After the saves that were waiting when the person left, and after what is removed a second time. */
async function expectNoTrace(context: BrowserContext, person: Person): Promise<void> {
  await context.pages()[0]?.waitForTimeout(8000)
  await expect.poll(() => traces(context, person), { timeout: 20_000 }).toEqual([])
}

test('after signing out nothing of the person is left on the device, and the agenda opens without network [300, T9]', async ({
  page,
  context,
}) => {
  const { path, title } = await visitAgenda(page)
  const person = await signIn(page)
  await keepPrivately(page, person)
  expect(await traces(context, person)).toHaveLength(4)
  await page.reload()
  await signOutButton(page).click()
  await expect(page).toHaveURL(/\/$/)
  await expectNoTrace(context, person)
  await goOffline(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
})

test('signing out without network forgets the person as well [T9]', async ({ page, context }) => {
  const { path, title } = await visitAgenda(page)
  const person = await signIn(page)
  await keepPrivately(page, person)
  await menuLink(page, '首页').click()
  await page.getByRole('link', { name: '用户中心' }).click()
  await goOffline(page)
  await expect(strip(page)).toBeVisible()
  await signOutButton(page).click()
  await expect(page).toHaveURL(/\/$/)
  await expectNoTrace(context, person)
  // Here it could not be asked for anew.
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
})

test('a sign-in that was kept on the device goes with the rest', async ({ page, context, forum }) => {
  await visitAgenda(page)
  await page.goto('/user/login')
  await fillSignIn(page, await addParticipant(forum))
  await page.getByRole('checkbox', { name: '在此设备上保持登录' }).check()
  await signInButton(page).click()
  await expect(page.getByText('参会代表', { exact: true })).toBeVisible()
  const person = await findPerson(page)
  await expect
    .poll(async () => JSON.stringify(await context.storageState({ indexedDB: true })))
    .toContain(person.token)
  await keepPrivately(page, person)
  await goOffline(page)
  await expect(strip(page)).toBeVisible()
  await signOutButton(page).click()
  await expect(page).toHaveURL(/\/$/)
  await expectNoTrace(context, person)
})

test('a sign-out whose answer never comes forgets the person as well', async ({ page, context, network }) => {
  const person = await signIn(page)
  await keepPrivately(page, person)
  network.fail(/\/logout/, { kind: 'stall' })
  await signOutButton(page).click()
  await expect(page).toHaveURL(/\/$/)
  await expectNoTrace(context, person)
  await expect.poll(() => network.heard().filter((call) => call.includes('/logout'))).toHaveLength(1)
})

test('a second tab of the same person is signed out too, and keeps nothing [T9]', async ({
  page,
  context,
}) => {
  const person = await signIn(page)
  const second = await context.newPage()
  const other = await signIn(second)
  await keepPrivately(second, person)
  await signOutButton(page).click()
  await expect(second).toHaveURL(/\/$/)
  await expectNoTrace(context, person)
  await expectNoTrace(context, other)
})

test('who closes the app without signing out leaves nothing to the next who opens it [300]', async ({
  page,
  context,
}) => {
  const person = await signIn(page)
  await keepPrivately(page, person)
  await page.close()
  const next = await context.newPage()
  await next.goto('/agenda')
  await expect(next.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  await expectNoTrace(context, person)
})

test('a tab that is opened beside a signed-in one takes nothing from it', async ({ page, context }) => {
  const person = await signIn(page)
  await keepPrivately(page, person)
  const next = await context.newPage()
  await next.goto('/agenda')
  await expect(next.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  await next.waitForTimeout(8000)
  expect(await traces(context, person)).toHaveLength(4)
})

test('who signs in beside somebody else takes nothing from that tab', async ({ page, context, forum }) => {
  const next = await context.newPage()
  // Open before there is a sign-in that it could be handed.
  await next.goto('/user/login')
  await fillSignIn(next, await addParticipant(forum))
  const person = await signIn(page)
  await keepPrivately(page, person)
  await signInButton(next).click()
  await expect(next.getByText('参会代表', { exact: true })).toBeVisible()
  await next.waitForTimeout(8000)
  expect(await traces(context, person)).toHaveLength(4)
})

test('a sign-in whose answer is lost after the server made it is told, and the next try signs in', async ({
  page,
  network,
}) => {
  await page.goto('/user/login')
  await fillSignIn(page)
  network.fail(/\/login$/, { kind: 'commit-then-reset' })
  await signInButton(page).click()
  await expect(page.getByText('网络异常')).toBeVisible()
  await expect(page.getByLabel('账号')).toHaveValue('organiser')
  await expect(page.getByLabel('密码')).toHaveValue(organiserPassword)
  network.mend()
  await signInButton(page).click()
  await expect(page.getByText('组委会', { exact: true })).toBeVisible()
})
