import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { ownerOfUser } from '../../src/lib/owner.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { expect, goOffline, menuLink, show, startOffline, strip, test, visit, visitAgenda } from './phone.ts'

/** What stood on the screen when the page was read and no program had run yet. */
interface Seen {
  text: string
  isShown: boolean
  isInert: boolean
  refused: number
}

/** From now on each start notes what it began with. */
const followStarts = (context: BrowserContext) => context.addInitScript(noteStart)

/** Runs in the page before its scripts. */
function noteStart(): void {
  const notes = Object.assign(globalThis, { shift: 0 } as { shift: number; seen?: object })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      notes.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('readystatechange', () => {
    const picture = document.querySelector<HTMLElement>('#first-picture')
    if (document.readyState !== 'interactive' || !picture) return
    notes.seen = {
      text: picture.textContent,
      isShown: getComputedStyle(picture).display !== 'none',
      isInert: picture.inert,
      refused: picture.querySelectorAll('[style], script').length,
    }
  })
}

const seenBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen?: Seen }).seen)

const shiftOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shift: number }).shift)

/** The paths of which looks are kept, by owner. */
const keptLooks = (page: Page) =>
  page.evaluate(async () => {
    const kept: Record<string, string[]> = {}
    for (const name of await caches.keys())
      if (name.startsWith('looks:'))
        kept[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    return kept
  })

const untilKept = (page: Page, path: string, owner = 'public') =>
  expect.poll(async () => (await keptLooks(page))[`looks:${owner}`] ?? []).toContain(path)

/** The language of the look that is kept of a page. */
const keptLocale = (page: Page, path: string) =>
  page.evaluate(async (wanted) => {
    const answer = await caches.match(wanted, { cacheName: 'looks:public' })
    return answer && ((await answer.json()) as { locale: string }).locale
  }, path)

test('a start without network shows the page as it was left, before the program is there [T48]', async ({
  page,
  context,
  conduct,
}) => {
  await followStarts(context)
  const { title } = await visitAgenda(page)
  await untilKept(page, '/agenda')
  await goOffline(page)
  await page.goto('/agenda')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const seen = await seenBy(page)
  expect(seen).toMatchObject({ isShown: true, isInert: true, refused: 0 })
  expect(seen?.text).toContain(title)
  await untilDrawn(page)
  // The app's own, which answers.
  await page.locator('main a[href^="/agenda/"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  expect(conduct.errors).toEqual([])
})

for (const path of ['/', '/agenda', '/news', '/live', '/show', '/download', '/suzhou', '/qa'])
  test(`nothing moves when the app takes the place of the last look of ${path}`, async ({
    page,
    context,
  }) => {
    await visit(page, path)
    await untilKept(page, path)
    await followStarts(context)
    await page.goto(path)
    await untilDrawn(page)
    await page.waitForLoadState('networkidle')
    expect(await seenBy(page)).toMatchObject({ isShown: true })
    expect(await shiftOf(page)).toBeLessThan(0.02)
  })

test('a page that was scrolled and put away is shown from its top', async ({ page, context }) => {
  await followStarts(context)
  const { title } = await visitAgenda(page)
  await untilKept(page, '/agenda')
  await page.evaluate(() => caches.delete('looks:public'))
  await page.getByRole('button', { name: /^收藏/ }).first().click()
  await page.mouse.wheel(0, 3000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  await show(page, 'hidden')
  await untilKept(page, '/agenda')
  const next = await startOffline(page, '/agenda')
  const seen = await seenBy(next)
  expect(seen?.text).toContain(title)
  // The bar at the lower edge too, which stays where it is.
  expect(seen?.text).toContain('更多')
})

test('it is shown in its language and width alone', async ({ page, context }) => {
  await followStarts(context)
  await visit(page, '/agenda')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible()
  await expect.poll(() => keptLocale(page, '/agenda')).toBe('en')
  await page.goto('/agenda')
  await untilDrawn(page)
  const seen = await seenBy(page)
  expect(seen?.isShown).toBe(true)
  expect(seen?.text).toContain('Agenda')
  await page.setViewportSize({ width: 844, height: 390 })
  await page.reload()
  expect(await seenBy(page)).toMatchObject({ isShown: false })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => localStorage.setItem('locale', 'zh-CN'))
  await page.reload()
  expect(await seenBy(page)).toMatchObject({ isShown: false })
})

test('an address that says more, and a page that is nobody else’s, begin empty', async ({
  page,
  context,
}) => {
  await followStarts(context)
  await visit(page, '/agenda')
  await untilKept(page, '/agenda')
  await page.goto('/agenda?view=grid')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await seenBy(page)).toBeUndefined()
  await page.goto('/user/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Longer than a page stands before it is kept.
  await page.waitForTimeout(4000)
  expect(Object.values(await keptLooks(page)).flat()).toEqual(['/agenda'])
})

test('a look of yesterday, or with styles of another build, is not shown', async ({ page, context }) => {
  await followStarts(context)
  await visit(page, '/agenda')
  for (const change of [{ untilMs: 1 }, { styles: ['/assets/gone-abcdefgh.css'] }]) {
    await untilKept(page, '/agenda')
    await page.evaluate(changeLook, change)
    const next = await startOffline(page, '/agenda')
    await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await seenBy(next)).toBeUndefined()
    await next.close()
    await context.setOffline(false)
  }
})

/** Runs in the page: as another day or another build would have left the look of the agenda. */
async function changeLook(change: object): Promise<void> {
  const cache = await caches.open('looks:public')
  const kept = (await (await cache.match('/agenda'))?.json()) as object
  await cache.put('/agenda', Response.json({ ...kept, ...change }))
}

test('what somebody else left on the device is not shown', async ({ page, context }) => {
  await followStarts(context)
  const { title } = await visitAgenda(page)
  await untilKept(page, '/agenda')
  await page.evaluate(async () => {
    const look = (await (await caches.match('/agenda', { cacheName: 'looks:public' }))?.json()) as object
    const left = Response.json({ ...look, html: '<p>somebody else’s</p>', atMs: Date.now() })
    await (await caches.open('looks:somebody')).put('/agenda', left)
  })
  const next = await startOffline(page, '/agenda')
  await untilDrawn(next)
  expect((await seenBy(next))?.text).toContain(title)
})

test('nothing is kept of a page while the network is away: the next start may have one', async ({ page }) => {
  await visitAgenda(page)
  await untilKept(page, '/agenda')
  await page.context().setOffline(true)
  await expect(strip(page)).toBeVisible()
  await page.evaluate(() => caches.delete('looks:public'))
  await show(page, 'hidden')
  // Longer than after a change.
  await page.waitForTimeout(7000)
  expect(await keptLooks(page)).toEqual({})
  await page.context().setOffline(false)
  await untilKept(page, '/agenda')
})

test('of somebody signed in only a device that keeps the sign-in keeps looks, until they sign out', async ({
  page,
  context,
  forum,
}) => {
  const account = { login: `ida-${randomUUID().slice(0, 8)}`, password: 'osmotic-meadow-7' }
  const add = ['user', 'add', '--role', 'participant', '--login', account.login]
  await forum.forum(add, `${account.password}\n`)
  const signIn = async (tab: Page, keep: boolean) => {
    await visit(tab, '/user/login')
    await tab.getByLabel('账号').fill(account.login)
    await tab.getByLabel('密码').fill(account.password)
    if (keep) await tab.getByRole('checkbox', { name: '在此设备上保持登录' }).check()
    await tab.getByRole('button', { name: '登录', exact: true }).click()
    await expect(tab.getByRole('heading', { level: 1, name: '用户中心' })).toBeVisible()
    const id = await tab.evaluate(
      () => (JSON.parse(sessionStorage.getItem('user') ?? '{}') as { id: string }).id,
    )
    return ownerOfUser(id)
  }
  await signIn(page, false)
  await page.goto('/agenda')
  await untilDrawn(page)
  await page.waitForTimeout(4000)
  const next = await context.newPage()
  await page.close()
  await next.goto('/news')
  expect(await keptLooks(next)).toEqual({})
  const owner = await signIn(next, true)
  await menuLink(next, '议程').click()
  await untilKept(next, '/agenda', owner)
  await next.goto('/user/center')
  await next.getByRole('button', { name: '退出登录' }).click()
  await expect.poll(async () => Object.keys(await keptLooks(next))).not.toContain(`looks:${owner}`)
})
