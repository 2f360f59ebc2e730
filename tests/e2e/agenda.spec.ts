import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

test.use({ appLocale: 'en' })

const session = (page: Page, title: string) =>
  page.getByRole('link', { name: title }).filter({ visible: true }).first()
/** The list of the day stands hidden behind a session, and has the same words. */
const when = (page: Page) => page.getByText(/Wednesday 6 September.*11:30–12:00/).filter({ visible: true })
const storage = 'Panel: who pays for storage safety?'
const reliability = 'Panel: keeping reliability after the price war'

async function openDay(page: Page, address = '/agenda?day=2023-09-06&view=list'): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Agenda', level: 1 })).toBeVisible()
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
}

test('days are tabs, the day is in the address, and each has its own sessions [5]', async ({
  page,
  conduct,
}) => {
  await openDay(page, '/agenda?view=list')
  await page.getByRole('link', { name: 'Wed 6', exact: true }).click()
  await expect(page).toHaveURL(/day=2023-09-06/)
  await expect(session(page, storage)).toBeVisible()
  await page.getByRole('link', { name: 'Tue 5', exact: true }).click()
  await expect(session(page, storage)).toBeHidden()
  expect(conduct.errors).toEqual([])
  expect(conduct.foreignRequests).toEqual([])
})

test('the same day is a list or a timetable of rooms', async ({ page }) => {
  await openDay(page)
  await expect(page.getByRole('heading', { name: '09:00', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Timetable' }).click()
  await expect(page.getByRole('region', { name: /Timetable, Wednesday/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Taihu Hall' })).toBeVisible()
  await expect(page).toHaveURL(/view=grid/)
})

test('a filter narrows the day, is in the address, and can be cleared', async ({ page }) => {
  await openDay(page)
  await page.getByRole('button', { name: 'Sub-forum' }).click()
  const sheet = page.getByRole('dialog', { name: 'Sub-forum' })
  await sheet.getByRole('checkbox', { name: /Energy storage/ }).check()
  await sheet.getByRole('button', { name: /^Show \d+ sessions?$/ }).click()
  await expect(sheet).toBeHidden()
  await expect(session(page, storage)).toBeVisible()
  await expect(session(page, reliability)).toBeHidden()
  await page.reload()
  await expect(session(page, storage)).toBeVisible()
  await expect(session(page, reliability)).toBeHidden()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(session(page, reliability)).toBeVisible()
})

test('search finds Chinese and English, numerals, and keeps its results while a session is read', async ({
  page,
}) => {
  await openDay(page)
  await page.getByRole('button', { name: 'Search the agenda' }).click()
  const field = page.getByRole('searchbox')
  await expect(field).toBeFocused()
  for (const words of ['STORAGE safety', '储能安全', '分论坛三', 'III panel']) {
    await field.fill(words)
    await expect(session(page, storage)).toBeVisible()
    await expect(page.getByText(/^\d+ sessions? found$/)).toBeVisible()
  }
  await field.fill('storage safety')
  await expect(page.locator('mark').filter({ hasText: 'storage' }).first()).toBeVisible()
  await session(page, storage).click()
  await expect(page.getByRole('heading', { level: 1, name: storage })).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('storage safety')
  await expect(session(page, storage)).toBeVisible()
})

test('a search without results leads out', async ({ page }) => {
  await page.goto('/agenda?day=2023-09-06&view=list&q=zzzz')
  await expect(page.getByText('No session matches “zzzz”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(
    session(page, 'Opening talk').or(page.locator('main a[href^="/agenda/"]')).first(),
  ).toBeVisible()
})

test('stars make my agenda, survive a reload, and tell of overlaps', async ({ page }) => {
  await openDay(page)
  const star = (title: string) =>
    page.getByRole('button', { name: `Star ${title}` }).filter({ visible: true })
  await star(storage).click()
  await expect(star(storage)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'My agenda' }).click()
  await expect(page.locator('main a[href^="/agenda/"]:visible')).toHaveCount(1)
  await page.getByRole('button', { name: 'My agenda' }).click()
  await star(reliability).click()
  await page.reload()
  await page.getByRole('button', { name: 'My agenda' }).click()
  await expect(page.getByText('2 starred sessions overlap with each other.')).toBeVisible()
  await session(page, storage).click()
  await expect(page.getByText('Overlaps with sessions in your agenda:')).toBeVisible()
})

test('a session has both titles, its time and place, its text, and what else is on', async ({ page }) => {
  await openDay(page)
  await session(page, storage).click()
  await expect(page.getByRole('heading', { level: 1, name: storage })).toBeVisible()
  await expect(page.getByText('圆桌对话：储能安全标准应由谁来买单')).toBeVisible()
  await expect(when(page)).toBeVisible()
  await expect(page.getByText('Taihu Hall').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'About this session' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'At the same time' })).toBeVisible()
})

test('a session is shared by its title and its own address', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: ({ title, url }: { title: string; url: string }) =>
        Promise.resolve(void (document.title = `${title} ${url}`)),
    })
  })
  await page.goto('/agenda/storage-panel?from=elsewhere')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect.poll(() => page.title()).toBe(`${storage} ${new URL(page.url()).origin}/agenda/storage-panel`)
})

test('a session lists its published speech files with who spoke, kind and size, and gives them', async ({
  page,
}) => {
  await page.goto('/agenda/power-grid-forming')
  const files = page.getByRole('region', { name: 'Speech files' })
  const file = files.getByRole('link')
  await expect(file).toHaveCount(1)
  await expect(file).toContainText('Grid-forming converters: from idea to grid code')
  await expect(file).toContainText(/Professor, Example University of Electric Power · PPTX · \d+ kB/)
  const answer = await page.request.get((await file.getAttribute('href')) ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ])
  await page.goto('/agenda/storage-panel')
  await expect(page.getByRole('heading', { name: 'Speakers' })).toBeVisible()
  await expect(files).toHaveCount(0)
})

test('a session that does not exist says so and leads to the agenda', async ({ page }) => {
  await page.goto('/agenda/no-such-session')
  await expect(page.getByText('This session does not exist or has been withdrawn.')).toBeVisible()
  await page.getByRole('link', { name: 'Agenda' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Agenda', level: 1 })).toBeVisible()
})

test('coming back from a session finds the place in the list', async ({ page }) => {
  await openDay(page)
  await session(page, storage).scrollIntoViewIfNeeded()
  // The router notes places ten times a second; nobody's finger is faster than that.
  await page.waitForTimeout(300)
  // The place is that of the touch: on the way there the list may move out from under the bar at the bottom.
  const placeOfTouch = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener('click', () => resolve(scrollY), { capture: true, once: true }),
      ),
  )
  await session(page, storage).click()
  const before = await placeOfTouch
  expect(before).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 1, name: storage })).toBeVisible()
  await page.goBack()
  await expect(session(page, storage)).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})

test('the language changes at a touch, with the sessions [310]', async ({ page }) => {
  await openDay(page)
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { name: '议程', level: 1 })).toBeVisible()
  await expect(session(page, '圆桌对话：储能安全标准应由谁来买单')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

test.describe('on a device in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('times and days stay those of the venue, and are labelled', async ({ page }) => {
    await openDay(page)
    await expect(page.getByText('Times are local time at the venue (GMT+8).')).toBeVisible()
    await expect(page.getByRole('heading', { name: '09:00', exact: true })).toBeVisible()
    await session(page, storage).click()
    await expect(when(page)).toBeVisible()
    await expect(page.getByText(/5 Sept?,? 23:30 on your device’s clock/)).toBeVisible()
  })
})
