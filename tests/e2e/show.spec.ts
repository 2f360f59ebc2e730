import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

const plan = (page: Page) => page.getByRole('region', { name: /平面图，可放大和移动/ })
const headings = (page: Page) => page.locator('main').getByRole('heading', { level: 2 })
const exhibitors = (page: Page) => page.locator('main li a[href^="/show/"]')

/** How many times as wide as its frame the plan is drawn. */
const magnification = (page: Page) =>
  plan(page).evaluate((frame) => (frame.firstElementChild?.clientWidth ?? 0) / frame.clientWidth)

test('exhibitors stand by area and booth, and are found by words of either language [8]', async ({
  page,
  conduct,
}) => {
  await page.goto('/show')
  await expect(page.getByText('12 家展商')).toBeVisible()
  await expect(headings(page).filter({ hasText: /\d$/ })).toHaveText([
    /清洁发电 3/,
    /新型储能 3/,
    /氢能 2/,
    /电网与数字化 2/,
    /绿色用能 2/,
  ])
  await page.getByRole('searchbox').fill('FLOW batteries')
  await expect(exhibitors(page)).toHaveCount(1)
  await expect(exhibitors(page)).toContainText('长时储能展位')
  await expect(page.getByText('1 家展商')).toBeVisible()
  await expect(page).toHaveURL(/q=FLOW/)
  await page.getByRole('searchbox').fill('nobody')
  await page.getByRole('button', { name: '显示全部展商' }).click()
  await expect(exhibitors(page)).toHaveCount(12)
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('going back from an exhibitor leads to the same list', async ({ page }) => {
  await page.goto('/show')
  await page.getByRole('button', { name: '氢能', exact: true }).click()
  await expect(exhibitors(page)).toHaveCount(2)
  await exhibitors(page).filter({ hasText: 'C02' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('氢燃料电池汽车展位')
  await expect(page).toHaveTitle(/氢燃料电池汽车展位/)
  await page.goBack()
  await expect(exhibitors(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: '氢能', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('the address of an exhibitor opens it, its booth in the middle of the plan', async ({ page }) => {
  await page.goto('/show/e-b02')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('压缩空气储能展位')
  await expect(page.getByText('Compressed-air Storage')).toBeVisible()
  const booth = plan(page).getByRole('link', { name: /^B02/ })
  await expect(booth).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => magnification(page)).toBeCloseTo(2, 1)
  const frame = await plan(page).boundingBox()
  const mark = await booth.boundingBox()
  const middleOf = (box: typeof frame) => (box?.x ?? 0) + (box?.width ?? 0) / 2
  expect(Math.abs(middleOf(mark) - middleOf(frame))).toBeLessThan(20)
  await page.getByRole('link', { name: /下一展位 · B03/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('长时储能展位')
})

test('an exhibitor that is not there is said to be so', async ({ page }) => {
  await page.goto('/show/nobody')
  await expect(page.getByRole('heading', { level: 1, name: '没有找到这家展商' })).toBeVisible()
  await page.getByRole('link', { name: '全部展商' }).click()
  await expect(exhibitors(page)).toHaveCount(12)
})

test('the plan grows by keys, buttons and the wheel, and its booths lead to their exhibitors', async ({
  page,
}) => {
  await page.goto('/show')
  await expect(plan(page).getByRole('link')).toHaveCount(8)
  await plan(page).press('+')
  await expect.poll(() => magnification(page)).toBeCloseTo(1.5, 1)
  await plan(page).press('-')
  await expect.poll(() => magnification(page)).toBeCloseTo(1, 1)
  for (let press = 0; press < 5; press += 1) await page.getByRole('button', { name: '放大' }).click()
  await expect.poll(() => magnification(page)).toBeCloseTo(6, 1)
  await expect(page.getByRole('button', { name: '放大' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: '看全图' }).click()
  await expect.poll(() => magnification(page)).toBeCloseTo(1, 1)
  await plan(page).hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -240)
  await page.keyboard.up('Control')
  await expect.poll(() => magnification(page)).toBeCloseTo(1.5, 1)
  await plan(page).press('0')
  await plan(page).getByRole('link', { name: 'A01 海上风电整机展位' }).click()
  await expect(page).toHaveURL(/\/show\/e-a01$/)
})

test('the plan grows between two fingers, the page does not', async ({ page }) => {
  await page.goto('/show')
  await expect(plan(page).getByRole('link')).toHaveCount(8)
  await plan(page).scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await plan(page).boundingBox()) ?? {}
  const devtools = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [
    { x: x + width / 2 - apart, y: y + height / 2, id: 0 },
    { x: x + width / 2 + apart, y: y + height / 2, id: 1 },
  ]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
  for (const apart of [30, 45, 60, 75, 90])
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  // Moves that fall into one frame are told as one: the first of all may be told late.
  await expect.poll(() => magnification(page)).toBeGreaterThan(1.5)
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
})

test('another hall shows its own booths', async ({ page }) => {
  await page.goto('/show')
  await page.getByRole('radio', { name: /二号展厅/ }).check()
  await expect(plan(page).getByRole('link')).toHaveText(['D01', 'D02', 'E01', 'E02'])
})
