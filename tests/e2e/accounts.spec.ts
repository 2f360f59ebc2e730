import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { organiserPassword } from '../support/forum-process.ts'
import { addApplicant, createMobile, openAs, openSignIn, register, signInByCode } from '../support/people.ts'
import { sheetParts } from '../support/sheet-parts.ts'
import { signInAsOrganiser } from '../support/sign-in.ts'
import { en, zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const heading = (page: Page, key: string) =>
  page.getByRole('heading', { level: 1, name: zh(key), exact: true })

const readStorage = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)))

const isSignedIn = async (request: APIRequestContext, token: string) =>
  (await request.get('/api/front/user/current', { headers: { authorization: token } })).ok()

async function signIn(page: Page, name = 'organiser', password = organiserPassword): Promise<void> {
  await page.getByLabel(zh('sign-in:signIn.name')).fill(name)
  await page.getByLabel(zh('sign-in:signIn.password')).fill(password)
  await page.getByRole('button', { name: zh('sign-in:signIn.submit'), exact: true }).click()
}

test('a page for the signed-in leads to signing in and back; a reload keeps person, language and theme [11, 61-65, 71, 72]', async ({
  page,
  conduct,
}) => {
  await page.goto('/user/center?from=mail')
  await expect(heading(page, 'sign-in:signIn.title')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/user/center?from=mail')
  await signIn(page)
  await expect(page).toHaveURL(/\/user\/center\?from=mail$/)
  await expect(page.getByText(zh('sign-in:signIn.done'))).toBeVisible()
  const { token, user } = await readStorage(page)
  expect(token).toMatch(/^[\w-]{20,}$/)
  expect(JSON.parse(user ?? '')).toMatchObject({ role: 'organiser' })
  await page.getByText(zh('accounts:theme.dark'), { exact: true }).click()
  await page.getByText('English', { exact: true }).filter({ visible: true }).last().click()
  const center = page.getByRole('heading', { level: 1, name: en('accounts:center.title') })
  await expect(center).toBeVisible()
  await page.reload()
  await expect(center).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('a second address of the sign-in page takes query and fragment along, and is not gone back to [41, 54, T6]', async ({
  page,
}) => {
  await page.goto('/news')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/login?redirectUrl=%2Fagenda%3Fday%3D2023-09-06%26view%3Dlist&goBack=true#form')
  await expect(heading(page, 'sign-in:signIn.title')).toBeVisible()
  const { pathname, searchParams, hash } = new URL(page.url())
  expect([pathname, ...searchParams, hash]).toEqual([
    '/user/login',
    ['redirectUrl', '/agenda?day=2023-09-06&view=list'],
    ['goBack', 'true'],
    '#form',
  ])
  await page.goBack()
  await expect(page).toHaveURL(/\/news$/)
  await page.goForward()
  await signIn(page)
  await expect(page).toHaveURL(/\/agenda\?day=2023-09-06&view=list$/)
})

test('signing out leaves nothing of the person and goes home [93-95, 98]', async ({ page, request }) => {
  await signInAsOrganiser(page)
  await page.goto('/user/center')
  await expect(page.getByText(zh('accounts:role.organiser'), { exact: true })).toBeVisible()
  const { token = '' } = await readStorage(page)
  const signedOut = page.waitForResponse('**/api/front/user/logout')
  await page.getByRole('button', { name: zh('accounts:center.signOut') }).click()
  await expect(page).toHaveURL(/\/$/)
  await signedOut
  expect(Object.keys(await readStorage(page))).not.toEqual(expect.arrayContaining(['token']))
  expect(Object.keys(await readStorage(page))).not.toEqual(expect.arrayContaining(['user']))
  expect(await page.evaluate((text) => JSON.stringify(localStorage).includes(text), token)).toBe(false)
  expect(await isSignedIn(request, token)).toBe(false)
  // From then on nothing is sent in anybody's name, neither by this page nor by the next.
  const sent: string[] = []
  const named: string[] = []
  page.on('request', (call) => {
    if (!call.url().includes('/api/')) return
    sent.push(call.url())
    if (call.headers()['authorization'] !== undefined) named.push(call.url())
  })
  await page.locator('main a[href^="/article/view/"]').first().click()
  await expect(page).toHaveURL(/\/article\/view\//)
  await page.goto('/user/center')
  await expect(heading(page, 'sign-in:signIn.title')).toBeVisible()
  expect(sent).not.toEqual([])
  expect(named).toEqual([])
})

test('a token that the server refuses disturbs nobody who reads, and leads home from a page for the signed-in [90, 91]', async ({
  page,
}) => {
  // Before the app starts: a page that is open already would have its next call refused and forget the token itself.
  await page.addInitScript(() => sessionStorage.setItem('token', 'x'.repeat(43)))
  await page.goto('/news')
  await expect(page.locator('main a[href^="/article/view/"]').first()).toBeVisible()
  await expect.poll(async () => Object.keys(await readStorage(page))).not.toContain('token')
  await expect(page).toHaveURL(/\/news$/)
  await page.goto('/user/center')
  await expect(page).toHaveURL(/\/$/)
  expect(Object.keys(await readStorage(page))).not.toContain('token')
})

test('the console sends a participant to the sign-in page, loads none of itself, and opens to an organiser [15]', async ({
  page,
  forum,
}) => {
  await openAs(page, await addApplicant(forum))
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto('/console?from=mail')
  await expect(heading(page, 'sign-in:signIn.title')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/console?from=mail')
  expect(files.filter((url) => /console.*\.(js|css)$/i.test(url))).toEqual([])
  await signIn(page)
  await expect(heading(page, 'console:today.title')).toBeVisible()
  await expect(page).toHaveURL(/\/console\?from=mail$/)
})

test('a forgotten password is replaced after a sign-in by a code; the server’s rules hold for it [101-104, 306, T40]', async ({
  page,
  forum,
}) => {
  const mobile = createMobile()
  const [first, again] = [
    page.getByLabel(zh('accounts:password.new'), { exact: true }),
    page.getByLabel(zh('accounts:password.repeat')),
  ]
  const save = async (password: string) => {
    await first.fill(password)
    await again.fill(password)
    await page.getByRole('button', { name: zh('accounts:password.submit') }).click()
  }
  await page.goto('/user/login?redirectUrl=/agenda')
  await untilDrawn(page)
  await page.getByRole('button', { name: zh('sign-in:signIn.forgotten') }).click()
  await signInByCode(page, forum, mobile)
  await expect(heading(page, 'accounts:password.title')).toBeVisible()
  await save('password')
  await expect(first).toHaveAccessibleDescription(new RegExp(zh('errors:password.common')))
  await save(mobile)
  await expect(first).toHaveAccessibleDescription(new RegExp(zh('errors:password.personal')))
  // Eight characters, of three bytes each, are enough.
  await save('太阳能风能氢能电')
  await expect(page).toHaveURL(/\/user\/center$/)
  await page.getByRole('button', { name: zh('accounts:center.signOut') }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/user/login')
  await signIn(page, mobile, '太阳能风能氢能电')
  await expect(page).toHaveURL(/\/user\/center$/)
})

test('all sign-ins are ended at once from their list', async ({ page, forum, request }) => {
  const person = await addApplicant(forum)
  const elsewhere = await openSignIn(forum, person)
  await openAs(page, person)
  await page.goto('/user/center')
  await page.getByRole('link', { name: zh('accounts:signIns.title') }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  const everywhere = { name: zh('accounts:signIns.everywhere') }
  await page.getByRole('button', everywhere).click()
  await page.getByRole('dialog').getByRole('button', everywhere).click()
  await expect(page).toHaveURL(/\/$/)
  for (const token of [person.token, elsewhere]) expect(await isSignedIn(request, token)).toBe(false)
  expect(Object.keys(await readStorage(page))).not.toContain('token')
})

test('a person saves the own data as a zip, then erases all of it; nothing stays on the device [96]', async ({
  page,
  forum,
  request,
  context,
}) => {
  const person = await addApplicant(forum)
  await register(forum, person)
  await openAs(page, person)
  await page.goto('/user/center')
  await expect(page.locator('[aria-current="step"]')).toBeVisible()
  await page.getByRole('link', { name: zh('accounts:ownData.title') }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: zh('accounts:ownData.takeDo') }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('own-data.zip')
  const names = [...(await sheetParts(await readFile(await file.path()))).keys()]
  expect(names).toContain('registrations.json')
  expect(names.filter((name) => name.endsWith('.jpg'))).toHaveLength(1)
  await page.getByRole('checkbox', { name: zh('accounts:erase.sure') }).check()
  await page.getByRole('button', { name: zh('accounts:erase.do') }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText(zh('accounts:erase.done'))).toBeVisible()
  expect(await isSignedIn(request, person.token)).toBe(false)
  const stored = JSON.stringify(await context.storageState({ indexedDB: true }))
  expect(stored).not.toContain(person.email)
  expect(stored).not.toContain('Lin Example')
})
