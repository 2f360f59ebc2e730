import { full } from '../support/marks.ts'
import type { Locator } from '@playwright/test'
import { publicPages, readContent } from '../support/menu-pages.ts'
import { en, zh } from '../support/texts.ts'
import {
  articleLinks,
  goOffline,
  noNetwork,
  sessionLinks,
  stopWorkers,
  strip,
  title,
} from './support/pages.ts'
import { expect, test } from './support/phone.ts'
import { readBody } from './support/stored.ts'

const session = { path: '/agenda/storage-panel', title: '圆桌对话：储能安全标准应由谁来买单' }
const article = '/article/view/20230905'

const quiet = { errors: [], foreignRequests: [] }

test('every public page is read without network after one visit [292, 298]', async ({ page, conduct }) => {
  await goOffline(page)
  for (const { path, shows } of publicPages) {
    await page.goto(path)
    await readContent(page, shows, 'zh-CN')
    await expect(strip(page)).toBeVisible()
  }
  expect(conduct).toEqual(quiet)
})

test('a session opens without network at its address, draws nothing else first, and says its age [292, 296, 298]', async ({
  page,
  conduct,
}) => {
  await page.addInitScript(noteFirstDrawn)
  await goOffline(page)
  await page.goto(session.path)
  await expect(title(page)).toContainText(session.title)
  expect(await page.evaluate(() => (globalThis as { firstDrawn?: string }).firstDrawn)).toContain(
    session.title,
  )
  await expect(page.getByText(zh.pattern('offline:strip.asOf'))).toBeVisible()
  await stopWorkers(page)
  // A year later it is there as well, with its day.
  await page.clock.setFixedTime(Date.now() + 400 * 86_400_000)
  await page.reload()
  await expect(title(page)).toContainText(session.title)
  await expect(strip(page)).toContainText(/\d+月\d+日/)
  expect(conduct).toEqual(quiet)
})

/** Runs in the page: notes the first text of the page’s content. A slow device draws the frame around it before. */
function noteFirstDrawn(): void {
  const look = () => {
    const { innerText = '' } = document.getElementById('content') ?? {}
    if (innerText === '') requestAnimationFrame(look)
    else Object.assign(globalThis, { firstDrawn: innerText })
  }
  look()
}

test('the agenda is searched, in abstracts too, and filtered without network, in a language that was never used before [293]', async ({
  page,
  conduct,
}) => {
  await page.goto('/agenda')
  await page.getByRole('button', { name: zh('agenda:search') }).click()
  // The word stands in one abstract and nowhere else; abstracts come with the first search.
  await page.getByRole('searchbox').fill('侧门')
  await expect(page.getByText(zh('agenda:results', { count: 1 }))).toBeVisible()
  await goOffline(page)
  await page.goto('/agenda')
  await page.getByRole('button', { name: zh('agenda:search') }).click()
  await page.getByRole('searchbox').fill('侧门')
  await expect(page.getByText(zh('agenda:results', { count: 1 }))).toBeVisible()
  await page.getByRole('searchbox').fill('储能')
  await expect(page.getByText(zh.pattern('agenda:results', { count: 2 }))).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('searchbox').fill('storage')
  await expect(page.getByText(en.pattern('agenda:results', { count: 2 }))).toBeVisible()
  await page.getByRole('button', { name: en('agenda:search_close') }).click()
  const before = await sessionLinks(page).count()
  await page.getByRole('button', { name: en('agenda:filter_track') }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: en.pattern('agenda:sheet_done', { count: 2 }) }).click()
  await expect(page.getByRole('button', { name: en('agenda:clear_filters') })).toBeVisible()
  await expect.poll(() => sessionLinks(page).count()).toBeLessThan(before)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByText(en.pattern('offline:strip.asOf'))).toBeVisible()
  expect(conduct).toEqual(quiet)
})

test.describe('on a phone that has the app and no data', () => {
  test.use({ device: 'installed' })

  test('pages that were never opened say that there is no network [296, T48]', async ({ page }) => {
    await goOffline(page)
    for (const { path } of publicPages.filter((each) => each.path !== '/qa')) {
      await page.goto(path)
      await expect(noNetwork(page)).toBeVisible()
    }
  })
})

test('articles that were never opened are read without network, with their neighbours, and so are categories; one that was withdrawn says so [32, 34]', async ({
  page,
  context,
  network,
  conduct,
}) => {
  await goOffline(page)
  await page.goto('/news')
  const last = articleLinks(page).last()
  const name = (await last.getByRole('heading').innerText()).trim()
  await last.click()
  await expect(title(page)).toHaveText(name)
  await expect(page.getByRole('article').locator('p').last()).not.toBeEmpty()
  await expect(strip(page)).toContainText(/\d\d:\d\d/)
  await page.getByRole('link', { name: zh.pattern('news:previous') }).click()
  await expect(title(page)).not.toHaveText(name)

  await page.goto('/article/category/c-notice')
  await expect(title(page)).toHaveText('通知公告')
  await expect(page.getByText(zh('news:fromDevice'))).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /第一轮通知/ })).toBeVisible()
  expect(conduct).toEqual(quiet)

  // The list still contains the article: a refetch would store its text again.
  const gone = /\/front\/(article|query\/informations)\//
  network.fail(gone, { kind: 'refused', status: 404, key: 'not_found' })
  await context.setOffline(false)
  await page.goto(article)
  await expect(title(page)).toHaveText(zh('news:withdrawn.title'))
  await expect.poll(() => readBody(page, 'article/20230905')).not.toContain('来自政府、企业')
  await goOffline(page)
  await page.goto(article)
  await expect(title(page)).toHaveText(zh('news:withdrawn.title'))
  await expect(page.getByText('来自政府、企业')).toHaveCount(0)
})

test(
  'the exhibition is read, searched and seen in its plan without network [8]',
  full('the first test reads it without network; here its search and plan too'),
  async ({ page }) => {
    await goOffline(page)
    await page.goto('/show')
    await expect(page.getByText(zh('show:found', { count: 12 }))).toBeVisible()
    await expect.poll(() => widthOf(page.locator('img[alt*="一号展厅"]'))).toBe(1600)
    const marks = page.locator('main li a [aria-hidden] img')
    await expect(marks).toHaveCount(12)
    for (const mark of await marks.all()) {
      await mark.scrollIntoViewIfNeeded()
      await expect.poll(() => widthOf(mark)).toBeGreaterThan(0)
    }
    await page.getByRole('searchbox').fill('电解')
    await page.locator('main li a').filter({ hasText: 'C01' }).click()
    await expect(title(page)).toHaveText('电解水制氢展位')
    await expect(page.getByText('碱性与质子交换膜电解槽')).toBeVisible()
  },
)

const widthOf = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)

test('live coverage and the travel guide are read without network: what needs one says so, the taxi card does not [7, 10]', async ({
  page,
}) => {
  await goOffline(page)
  await page.goto('/live')
  const recording = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: '开幕式回放' }) })
  await expect(recording).toContainText(zh('live:needsNetwork'))
  await expect(
    recording.getByRole('button', { name: zh('live:play', { title: '开幕式回放' }) }),
  ).toBeDisabled()

  await page.goto('/suzhou')
  const numbers = page.getByRole('region', { name: zh('pages:emergency'), exact: true }).getByRole('link')
  await expect(numbers).toHaveCount(3)
  await expect(numbers.first()).toHaveAttribute('href', 'tel:110')
  await expect(page.getByRole('img', { name: zh.pattern('pages:map.label') })).toBeVisible()
  await page.getByRole('link', { name: zh('pages:showDriverPlace', { name: '古城客栈' }) }).click()
  const card = page.getByRole('dialog', { name: zh('pages:taxi.label') })
  await expect(card.getByText('苏州市姑苏区平江路与白塔东路路口')).toBeVisible()
  await page.reload()
  await expect(card.getByText('苏州市姑苏区平江路与白塔东路路口')).toBeVisible()
})

test('without network questions and everything else are searched on this device, and the server is asked again after that [38, 206]', async ({
  page,
  context,
}) => {
  await goOffline(page)
  await page.goto('/qa')
  await page.locator('#Q005 summary').click()
  await expect(page.locator('#Q005')).toContainText('单独的报名入口')
  await page.getByRole('searchbox').fill('耳机')
  await expect(page.getByText(zh('qa:fromDevice'))).toBeVisible()
  await expect(page.locator('main details')).toHaveCount(1)
  await expect(page.locator('main details')).toContainText('同声传译')

  await page.goto('/search?q=传译')
  await expect(page.getByText(zh('search:fromDevice'))).toBeVisible()
  await expect(page.getByRole('heading', { name: zh('search:group.qa'), exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('zebra')
  await expect(page.getByRole('heading', { name: zh('search:none.title', { words: 'zebra' }) })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('searchbox').fill('storage')
  await expect(page.getByText(zh('search:fromDevice'))).toHaveCount(0)
  await expect(sessionLinks(page).first()).toBeVisible()
})
