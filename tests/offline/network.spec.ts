import type { Page } from '@playwright/test'
import { everything } from '../support/fault-server.ts'
import { zh } from '../support/texts.ts'
import {
  articleLinks,
  kill,
  menuLink,
  minutesLater,
  openOffline,
  save,
  sessionLinks,
  show,
  soon,
  strip,
  title,
  untilTimeHasPassed,
} from './support/pages.ts'
import { expect, test } from './support/phone.ts'

const session = { path: '/agenda/storage-panel', title: '圆桌对话：储能安全标准应由谁来买单' }
const moved = `${session.title}（改期）`

const change = (text: string) => text.replaceAll(session.title, moved)

const asOf = zh.pattern('offline:strip.asOf')

/** Installs a clock under which the saved data is stale. */
const staleClock = (page: Page) => page.clock.install({ time: Date.now() + 7 * 60_000 })

test('a network that takes everything and answers nothing does not hold up the saved agenda; it says its age, and shows what is new when it comes back [296]', async ({
  page,
  network,
}) => {
  await staleClock(page)
  network.fail(everything, { kind: 'stall' })
  await page.goto(session.path)
  await expect(title(page)).toContainText(session.title)
  // Calls are still waiting: had the screen waited for them, the strip would be there.
  await expect(strip(page)).toHaveCount(0)
  await untilTimeHasPassed(page, () => expect(strip(page)).toContainText(asOf, soon))
  network.mend()
  network.fail(/sessions\/all/, { kind: 'changed', change })
  await untilTimeHasPassed(page, () => expect(title(page)).toContainText(moved, soon))
  await expect(strip(page)).toHaveCount(0)
})

test('data of this minute say their age as well on a network that lets nothing through [296]', async ({
  page,
  network,
}) => {
  network.fail(everything, { kind: 'cut' })
  await page.goto(session.path)
  await expect(title(page)).toContainText(session.title)
  await expect(strip(page)).toContainText(asOf)
})

test('a captive portal costs no data and counts as no network, and so does a line that is cut, until the server answers', async ({
  page,
  network,
}) => {
  await staleClock(page)
  network.fail(everything, { kind: 'portal' })
  await page.goto(session.path)
  await expect(title(page)).toContainText(session.title)
  await untilTimeHasPassed(page, () => expect(strip(page)).toContainText(asOf, soon))
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  network.fail(everything, { kind: 'cut' })
  await menuLink(page, zh('common:menu.news')).click()
  await expect(articleLinks(page).first()).toBeVisible()
  await save(page)
  expect(await page.evaluate(() => JSON.stringify(localStorage).includes('Sign in to the hotel'))).toBe(false)
  network.mend()
  await untilTimeHasPassed(page, () => expect(strip(page)).toHaveCount(0, soon))
})

test.describe('on a phone that has the app and no data', () => {
  test.use({ device: 'installed' })

  test('what was read is saved in an idle moment, when the page is left, and when the app is put away: a kill costs none of it [292]', async ({
    page,
    context,
  }) => {
    await page.clock.install()
    await page.goto('/agenda')
    await expect(sessionLinks(page).first()).toBeVisible()
    await untilTimeHasPassed(page, async () => {
      expect(await page.evaluate(() => localStorage.getItem('rq:1:pub'))).toContain('["sessions"')
    })
    await kill(page)

    // From here on no idle moment comes.
    await context.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0
    })
    const left = await context.newPage()
    await left.goto('/news')
    await expect(articleLinks(left).first()).toBeVisible()
    await left.goto('about:blank')
    await left.goto('/download')
    await expect(left.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await show(left, 'hidden')
    await kill(left)

    const next = await openOffline(context.pages()[0] ?? (await context.newPage()), '/agenda')
    await expect(sessionLinks(next).first()).toBeVisible()
    await next.goto('/news')
    await expect(articleLinks(next).first()).toBeVisible()
    await next.goto('/download')
    await expect(next.getByRole('main').getByRole('listitem').first()).toBeVisible()
  })
})

test('of two tabs one shows what the other learned, and it is there at the next start, whichever saved last', async ({
  page,
  context,
  network,
}) => {
  await page.goto(session.path)
  await expect(title(page)).toContainText(session.title)
  // An answer of before that is still on its way would come after what the other tab learns.
  await page.waitForLoadState('networkidle')
  network.fail(/sessions/, { kind: 'changed', change })
  const second = await context.newPage()
  await minutesLater(second, 2)
  await second.goto('/agenda?day=2023-09-06')
  await expect(second.getByText('（改期）').first()).toBeVisible()
  await save(second)
  // The first tab was not touched: it hears of it.
  await expect(title(page)).toContainText(moved)
  // The first tab learns something of its own and is the last to save.
  await second.close()
  await menuLink(page, zh('common:menu.news')).click()
  await expect(articleLinks(page).first()).toBeVisible()
  await show(page, 'hidden')
  const next = await openOffline(page, session.path)
  await expect(title(next)).toContainText(moved)
})
