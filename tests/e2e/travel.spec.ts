import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

const driverCard = (page: Page) => page.getByRole('dialog', { name: /出租车卡片|Card for taxi drivers/ })

test('a link to a page of the travel guide opens it there, and the list of contents leads on', async ({
  page,
  conduct,
}) => {
  await page.goto('/suzhou#hotels')
  await expect(page.getByRole('heading', { name: '酒店住宿' })).toBeInViewport()
  const contents = page.getByRole('navigation', { name: '目录' })
  await expect(contents.getByRole('link', { name: '酒店住宿' })).toHaveAttribute('aria-current', 'location')
  await contents.getByRole('link', { name: '签证与邀请函' }).click()
  await expect(page.getByRole('heading', { name: '签证与邀请函' })).toBeInViewport()
  await expect(page).toHaveURL('/suzhou#visa')
  await expect(contents.getByRole('link', { name: '签证与邀请函' })).toHaveAttribute(
    'aria-current',
    'location',
  )
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('every page of the travel guide has its address, and the stations are those of the travel form [10]', async ({
  page,
}) => {
  await page.goto('/suzhou')
  const slugs = ['venue', 'getting-to-suzhou', 'hotels', 'visa', 'tours', 'emergency']
  for (const slug of slugs) await expect(page.locator(`section#${slug} > h2`)).toHaveCount(1)
  const arrival = page.getByRole('list', { name: '前往苏州：地址与电话' })
  await expect(arrival.getByRole('heading')).toHaveText([
    '上海虹桥国际机场',
    '苏南硕放国际机场',
    '苏州北站（高铁）',
    '苏州站',
  ])
  await expect(page.getByRole('list', { name: '酒店住宿：地址与电话' }).getByRole('listitem')).toHaveCount(4)
})

test('a place has an address of its own on the page', async ({ page }) => {
  await page.goto('/suzhou#place-old-town-inn')
  await expect(page.getByRole('heading', { name: '古城客栈' })).toBeInViewport()
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport()
})

test('emergency numbers stand first and are dialled by a tap [10]', async ({ page }) => {
  await page.goto('/suzhou')
  const bar = page.getByRole('region', { name: '紧急电话', exact: true })
  await expect(bar).toBeInViewport()
  const numbers = await bar.getByRole('link').evaluateAll((links) => links.map((a) => a.getAttribute('href')))
  expect(numbers).toEqual(['tel:110', 'tel:120', 'tel:119'])
  const all = page.getByRole('list', { name: '紧急电话' }).getByRole('link')
  await expect(all).toHaveCount(5)
  await expect(all.last()).toHaveAttribute('href', 'tel:12345')
})

test.describe('the card for taxi drivers', () => {
  test.use({ appLocale: 'en', permissions: ['clipboard-read', 'clipboard-write'] })

  test('shows the Chinese address over the whole screen, copies it, and goes by "back" [10]', async ({
    page,
    conduct,
  }) => {
    await page.addInitScript(countLocks)
    await page.goto('/suzhou')
    const button = page.getByRole('link', { name: 'Show the driver: Lakeside hotel' })
    await button.scrollIntoViewIfNeeded()
    // A person looks before they tap: by then the page has noticed where it stands.
    await expect(page.getByRole('link', { name: 'Hotels' })).toHaveAttribute('aria-current', 'location')
    await button.click()
    const card = driverCard(page)
    await expect(card.getByText('请送我到')).toBeInViewport()
    await expect(card.getByText('湖滨酒店', { exact: true })).toBeInViewport()
    await expect(card.getByText('苏州工业园区旺墩路与星洲街路口')).toBeInViewport()
    await expect(card.getByText('Please take me to:')).toBeInViewport()
    const [size, window] = [await card.boundingBox(), page.viewportSize()]
    expect([size?.width, size?.height]).toEqual([window?.width, window?.height])
    await card.getByRole('button', { name: 'Copy Chinese address' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('湖滨酒店\n苏州工业园区旺墩路与星洲街路口')
    expect(await page.evaluate(() => (globalThis as unknown as { locks: string[] }).locks)).toEqual([
      'screen',
    ])
    await page.goBack()
    await expect(card).toBeHidden()
    await expect(button).toBeInViewport()
    await button.click()
    await card.getByRole('button', { name: 'Close' }).click()
    await expect(card).toBeHidden()
    await expect(page).toHaveURL('/suzhou')
    await expect(button).toBeFocused()
    expect(conduct).toEqual({ errors: [], foreignRequests: [] })
  })

  test('opens by its own address, and leaves the page behind when it is closed', async ({ page }) => {
    await page.goto('/suzhou?taxi=venue#hotels')
    await expect(driverCard(page).getByText('苏州国际博览中心', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(driverCard(page)).toBeHidden()
    await expect(page).not.toHaveURL(/taxi/)
    await page.goto('/suzhou?taxi=no-such-place')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(driverCard(page)).toBeHidden()
  })
})

test('the map names its places, opens large, and is made larger [10]', async ({ page }) => {
  await page.goto('/suzhou')
  await expect(page.getByRole('img', { name: /标有10个地点/ })).toBeVisible()
  await page.getByRole('button', { name: '放大', exact: true }).click()
  const view = page.getByRole('dialog', { name: '会场周边示意图' })
  const width = async () => (await view.getByRole('img').boundingBox())?.width ?? 0
  const before = await width()
  await view.getByRole('button', { name: '放大' }).click()
  expect(await width()).toBeGreaterThan(1.4 * before)
  await view.getByRole('button', { name: '缩小' }).click()
  expect(await width()).toBe(before)
  await view.getByRole('button', { name: '关闭' }).click()
  await expect(view).toBeHidden()
  await page
    .getByRole('figure')
    .getByRole('link', { name: /苏州站/ })
    .click()
  await expect(driverCard(page).getByText('苏州市姑苏区苏站路27号')).toBeVisible()
})

test('the tours say when, how many and from where, and lead to the agenda [10]', async ({ page }) => {
  await page.goto('/suzhou#tours')
  const tour = page.getByRole('link', { name: /零碳工厂与屋顶光伏/ })
  await expect(tour).toContainText('9月7日')
  await expect(tour).toContainText('08:30–12:00')
  await expect(tour).toContainText('90个名额')
  await expect(tour).toContainText('北门2号乘车点')
  await tour.click()
  await expect(page).toHaveURL('/agenda/tour-factory')
})

/** Runs in the page before its scripts: lets the browser do what it is asked, and notes it. */
function countLocks(): void {
  const seen: string[] = []
  Object.assign(globalThis, { locks: seen })
  const ask = navigator.wakeLock?.request.bind(navigator.wakeLock)
  if (ask)
    navigator.wakeLock.request = (type = 'screen') => {
      seen.push(type)
      return ask(type)
    }
}
