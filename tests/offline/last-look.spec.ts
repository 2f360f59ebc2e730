import type { BrowserContext, Page } from '@playwright/test'
import { menu } from '../../src/app/layout/menu.ts'
import { getOwnerKey } from '../../src/platform/user-storage-keys.ts'
import { full } from '../support/marks.ts'
import { zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { goOffline, menuLink, openOffline, save, sessionLinks, title } from './support/pages.ts'
import { addPerson, signInByForm } from './support/people.ts'
import { expect, test } from './support/phone.ts'

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
    const picture = document.querySelector<HTMLElement>('#early-page')
    if (document.readyState !== 'interactive' || !picture) return
    notes.seen = {
      text: picture.textContent,
      isShown: getComputedStyle(picture).display !== 'none',
      isInert: picture.inert,
      refused: picture.querySelectorAll('[style], script').length,
    }
  })
}

const findSeen = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen?: Seen }).seen)

/** The paths of which looks are kept, by owner. */
const listLooks = (page: Page) =>
  page.evaluate(async () => {
    const kept: Record<string, string[]> = {}
    for (const name of await caches.keys())
      if (name.startsWith('looks:'))
        kept[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    return kept
  })

/** Puts the app away until its look is kept: what the screen still waits for is waited for. */
async function keepLook(page: Page, path: string, owner = 'public'): Promise<void> {
  await expect(async () => {
    await save(page)
    expect((await listLooks(page))[`looks:${owner}`] ?? []).toContain(path)
  }).toPass()
}

/** Opens the agenda on a page whose clock is installed: a page is kept some seconds after it was drawn. */
async function openAgenda(page: Page): Promise<void> {
  await page.goto('/agenda')
  await untilDrawn(page)
  await expect(sessionLinks(page).first()).toBeVisible()
}

/** The title of the first session in the agenda. */
async function firstTitle(page: Page): Promise<string> {
  const [, words = ''] = (await sessionLinks(page).first().innerText()).split('\n')
  return words
}

test('a start without network shows the page as it was left, before the program is there [T48]', async ({
  page,
  context,
  conduct,
}) => {
  await followStarts(context)
  await openAgenda(page)
  const words = await firstTitle(page)
  await keepLook(page, '/agenda')
  await goOffline(page)
  await page.goto('/agenda')
  await expect(title(page)).toBeVisible()
  const seen = await findSeen(page)
  expect(seen).toMatchObject({ isShown: true, isInert: true, refused: 0 })
  expect(seen?.text).toContain(words)
  await untilDrawn(page)
  // The app's own, which answers.
  await sessionLinks(page).first().click()
  await expect(title(page)).toContainText(words)
  expect(conduct.errors).toEqual([])
})

test('of somebody signed in only a device that keeps the sign-in keeps looks, until they sign out', async ({
  page,
  context,
  forum,
}) => {
  const person = await addPerson(forum)
  const owner = getOwnerKey(person.id)
  const center = page.getByRole('heading', { level: 1, name: zh('accounts:center.title') })
  await page.clock.install()
  await signInByForm(page, person)
  await expect(center).toBeVisible()
  await openAgenda(page)
  await page.clock.runFor(10_000)
  await save(page)
  expect(await listLooks(page)).toEqual({})
  await signInByForm(page, person, { keeps: true })
  await expect(center).toBeVisible()
  await menuLink(page, zh('common:menu.agenda')).click()
  await expect(sessionLinks(page).first()).toBeVisible()
  await keepLook(page, '/agenda', owner)
  await page.goto('/user/center')
  await page.getByRole('button', { name: zh('accounts:center.signOut') }).click()
  await expect.poll(async () => Object.keys(await listLooks(page))).not.toContain(`looks:${owner}`)
  await context.setOffline(true)
})

test.describe('the last look of a page', full('last-look.test.ts proves which is shown'), () => {
  test.beforeEach(({ context }) => followStarts(context))

  for (const path of [...menu.map(({ to }) => to), '/qa'])
    test(`gives way to the app without anything moving, on ${path}`, async ({ page }) => {
      await page.goto(path)
      await untilDrawn(page)
      await page.waitForLoadState('networkidle')
      await keepLook(page, path)
      await page.goto(path)
      await untilDrawn(page)
      await page.waitForLoadState('networkidle')
      expect(await findSeen(page)).toMatchObject({ isShown: true })
      const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)
      expect(shift).toBeLessThan(0.02)
    })

  test('takes a tap on a star before the app has rendered', async ({ page }) => {
    await openAgenda(page)
    await keepLook(page, '/agenda')
    await goOffline(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 })
    await page.goto('/agenda', { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const star = page.locator('main button[aria-pressed][aria-labelledby]').first()
    const box = await star.boundingBox()
    if (!box) throw new Error('The star is not on the page.')
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await untilDrawn(page)
    await expect(star).toHaveAttribute('aria-pressed', 'true')
  })

  test('is from its top, with the bar at the lower edge', async ({ page }) => {
    await openAgenda(page)
    const words = await firstTitle(page)
    await page.mouse.wheel(0, 3000)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    await keepLook(page, '/agenda')
    const next = await openOffline(page, '/agenda')
    const seen = await findSeen(next)
    expect(seen?.text).toContain(words)
    expect(seen?.text).toContain(zh('common:menu.more'))
  })

  test('is shown in its language and width alone', async ({ page }) => {
    await page.goto('/agenda?lang=en')
    await untilDrawn(page)
    await page.goto('/agenda')
    await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible()
    await keepLook(page, '/agenda')
    await page.goto('/agenda')
    await untilDrawn(page)
    expect(await findSeen(page)).toMatchObject({ isShown: true })
    await page.setViewportSize({ width: 844, height: 390 })
    await page.reload()
    expect(await findSeen(page)).toMatchObject({ isShown: false })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => localStorage.setItem('locale', 'zh-CN'))
    await page.reload()
    expect(await findSeen(page)).toMatchObject({ isShown: false })
  })

  test('is neither kept nor shown of an address that says more, and of a page that is one person’s', async ({
    page,
  }) => {
    await page.clock.install()
    await openAgenda(page)
    await keepLook(page, '/agenda')
    await page.goto('/agenda?view=grid')
    await expect(title(page)).toBeVisible()
    expect(await findSeen(page)).toBeUndefined()
    await page.goto('/user/login')
    await expect(title(page)).toBeVisible()
    await page.clock.runFor(10_000)
    await save(page)
    expect(Object.values(await listLooks(page)).flat()).toEqual(['/agenda'])
  })

  test('is not shown when it has styles of another build, or is somebody else’s', async ({
    page,
    context,
  }) => {
    await openAgenda(page)
    await keepLook(page, '/agenda')
    await page.evaluate(changeLook, [{ styles: ['/assets/gone-abcdefgh.css'] }, 'public'] as const)
    const unstyled = await openOffline(page, '/agenda')
    await expect(title(unstyled)).toBeVisible()
    expect(await findSeen(unstyled)).toBeUndefined()
    await unstyled.close()
    await context.setOffline(false)
    await openAgenda(page)
    await keepLook(page, '/agenda')
    await page.evaluate(changeLook, [{ html: '<p>somebody else’s</p>' }, 'somebody'] as const)
    const next = await openOffline(page, '/agenda')
    await untilDrawn(next)
    expect((await findSeen(next))?.text ?? '').not.toContain('somebody else’s')
  })
})

/** Runs in the page: as another build or another person would have left the look of the agenda. */
async function changeLook([change, owner]: readonly [object, string]): Promise<void> {
  const kept = (await (await caches.match('/agenda', { cacheName: 'looks:public' }))?.json()) as object
  const cache = await caches.open(`looks:${owner}`)
  await cache.put('/agenda', Response.json({ ...kept, atMs: Date.now(), ...change }))
}
