import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { drawnRows, openConsole } from '../support/console.ts'
import { readStored } from '../support/stored-text.ts'

/** The head of a list: its name, and beside it how many rows it has. */
const title = (page: Page, name: string) =>
  page.locator('main header').filter({ has: page.getByRole('heading', { level: 1, name, exact: true }) })

test('what waits leads to the list of it, and a row of it to its record and back @tablet', async ({
  page,
  conduct,
}) => {
  await openConsole(page)
  const card = page.getByRole('link', { name: /待分配会议室的边会/ })
  await expect(card).toContainText('1')
  await card.click()
  await expect(title(page, '边会')).toContainText('共 1 条')
  await expect(page.getByRole('button', { name: '待分配', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(drawnRows(page)).toHaveCount(1)
  await drawnRows(page).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 2, name: /长时储能圆桌会/ })).toBeVisible()
  await expect(page.getByText('长时储能的成本与市场机制')).toBeVisible()
  await page.reload()
  await expect(page.getByText('长时储能的成本与市场机制')).toBeVisible()
  await page.getByRole('link', { name: '返回列表' }).click()
  await expect(title(page, '边会')).toContainText('共 1 条')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('words, filters and order stand in the address, and a reload shows the same @tablet', async ({
  page,
}) => {
  await openConsole(page, '/sessions')
  await expect(title(page, '议程')).toContainText('共 84 条')
  await page.getByRole('searchbox', { name: '搜索' }).fill('茶歇')
  await expect(title(page, '议程')).not.toContainText('84')
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('button', { name: /^筛选/ }).click()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByLabel('字段').selectOption({ label: '会场' })
  await sheet.getByRole('searchbox').fill('二层')
  await sheet.getByLabel('二层序厅').check()
  await sheet.getByRole('button', { name: '应用' }).click()
  const rows = drawnRows(page)
  await expect(page.getByRole('button', { name: '筛选（1）' })).toBeVisible()
  await expect(rows.first()).toContainText('茶歇')
  const found = await title(page, '议程').innerText()
  const address = page.url()
  await page.reload()
  await expect(rows.first()).toContainText('茶歇')
  expect(await title(page, '议程').innerText()).toBe(found)
  expect(page.url()).toBe(address)
  await page.getByRole('button', { name: '筛选（1）' }).click()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await page.getByRole('button', { name: '清除', exact: true }).click()
  await expect(title(page, '议程')).toContainText('共 84 条')
})

test('an address that is not understood says so and leads on; one of no module too @tablet', async ({
  page,
}) => {
  await openConsole(page, '/sessions?filters=nonsense')
  await expect(page.getByRole('heading', { name: '无法识别这个地址' })).toBeVisible()
  await page.getByRole('link', { name: '显示全部' }).click()
  await expect(title(page, '议程')).toContainText('共 84 条')
  await page.goto('/console/sessions?filters=no_such_field:eq:1')
  await expect(page.getByRole('heading', { name: '无法列出' })).toBeVisible()
  await page.goto('/console/no_such_module')
  await expect(page.getByRole('heading', { name: '没有这个模块' })).toBeVisible()
  await page.goto('/console/sessions/no-such-row')
  await expect(page.getByRole('heading', { name: '内容不存在' })).toBeVisible()
})

test('of a long list only what is in view is drawn, and its end can be reached @tablet', async ({ page }) => {
  await openConsole(page, '/sessions?sorters=title:asc')
  await expect(drawnRows(page).first()).toBeVisible()
  expect(await drawnRows(page).count()).toBeLessThan(60)
  const first = await drawnRows(page).first().getAttribute('data-row')
  await page.mouse.move(700, 500)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4000)
      return page.locator('[data-row] a').last().innerText()
    })
    .not.toBe('')
  await expect(page.locator(`[data-row="${first}"]`)).toHaveCount(0)
  // The names of the columns are the first row of a table.
  await expect(page.locator('tr[aria-rowindex="85"]')).toBeInViewport()
  expect(await drawnRows(page).count()).toBeLessThan(60)
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(page.locator('main li[data-row]').first()).toBeVisible()
  expect(await drawnRows(page).count()).toBeLessThan(60)
})

test('the list goes out as a file: as it is filtered, with the chosen columns [236] @tablet', async ({
  page,
}) => {
  await openConsole(page, '/side_meetings?filters=status:eq:submitted')
  await page.getByRole('button', { name: '导出列表' }).click()
  const sheet = page.getByRole('dialog', { name: '导出' })
  await expect(sheet.getByText('将导出 1 条。')).toBeVisible()
  await sheet.getByText('CSV').click()
  await sheet.getByLabel('会议主题').uncheck()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('会议名称')
  expect(lines[0]).not.toContain('会议主题')
  expect(lines[1]).toContain('长时储能圆桌会')
  await expect(sheet).toBeHidden()
})

test('rows that are chosen one by one go out alone [318] @tablet', async ({ page }) => {
  await openConsole(page, '/side_meetings')
  await page.getByRole('button', { name: '选择', exact: true }).click()
  await drawnRows(page).nth(1).getByRole('checkbox').check()
  await drawnRows(page).nth(3).getByRole('checkbox').check()
  const names = drawnRows(page).getByRole('link')
  const chosen = [await names.nth(1).innerText(), await names.nth(3).innerText()]
  await expect(page.getByText('已选 2 条')).toBeVisible()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '导出' })
  await expect(sheet.getByText('将导出 2 条。')).toBeVisible()
  await sheet.getByText('CSV').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  const lines = text.trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(2)
  expect(chosen.every((name) => lines.some((line) => line.includes(name)))).toBe(true)
})

/** Holds back the answers to calls for rows that an address tells, until it is let go. */
async function holdRows(page: Page, ofAddress: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(/\/front\/query\/\w+\/all/, async (route) => {
    if (ofAddress.test(route.request().url())) await gate.promise
    // What was typed on has called it off.
    await route.continue().catch(() => undefined)
  })
  return gate.resolve
}

test('while a search is under way the rows before it stay, and what was chosen goes with them @tablet', async ({
  page,
}) => {
  await openConsole(page, '/side_meetings')
  const list = page.getByRole('region', { name: '边会' })
  await page.getByRole('button', { name: '选择', exact: true }).click()
  await drawnRows(page).nth(1).getByRole('checkbox').check()
  await expect(page.getByText('已选 1 条')).toBeVisible()
  const names = await drawnRows(page).getByRole('link').allInnerTexts()
  const letGo = await holdRows(page, /[?&]q=/)
  await page.getByRole('searchbox', { name: '搜索' }).fill('长时储能')
  await expect(page).toHaveURL(/q=/)
  await expect(list).toHaveAttribute('aria-busy', 'true')
  expect(await drawnRows(page).getByRole('link').allInnerTexts()).toEqual(names)
  await expect(title(page, '边会')).toContainText(`共 ${names.length} 条`)
  await expect(page.getByText('已选 1 条')).toBeVisible()
  // What is done meanwhile is done with what stands there.
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '导出' })
  await expect(sheet.getByText('将导出 1 条。')).toBeVisible()
  letGo()
  await expect(list).toHaveAttribute('aria-busy', 'false')
  await expect(sheet.getByText('将导出 1 条。')).toBeVisible()
  await sheet.getByRole('button', { name: '关闭' }).click()
  await expect(drawnRows(page)).toHaveCount(1)
  await expect(title(page, '边会')).toContainText('共 1 条')
  await expect(page.getByText('已选 0 条')).toBeVisible()
})

test('a second touch on the name of a column counts while the first is being answered @tablet', async ({
  page,
}) => {
  await openConsole(page, '/sessions')
  const column = page.locator('thead').getByRole('button').first()
  await expect(drawnRows(page).first()).toBeVisible()
  const letGo = await holdRows(page, /sorters=/)
  await column.click()
  await expect(page).toHaveURL(/asc/)
  await column.click()
  await expect(page).toHaveURL(/desc/)
  letGo()
  await expect(page.locator('th[aria-sort="descending"]')).toBeVisible()
})

test('a list that was opened before stands there while the server is asked again @tablet', async ({
  page,
}) => {
  await openConsole(page, '/side_meetings')
  await expect(drawnRows(page).first()).toBeVisible()
  const names = await drawnRows(page).getByRole('link').allInnerTexts()
  // What was answered is on the device.
  await expect.poll(() => readStored(page)).toContain(names[0])
  const letGo = await holdRows(page, /side_meetings/)
  await page.reload()
  await expect(drawnRows(page).getByRole('link')).toHaveText(names)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  letGo()
})

test('a change of language changes every word, those of the server too [310] @tablet', async ({ page }) => {
  await openConsole(page, '/side_meetings')
  await expect(title(page, '边会')).toBeVisible()
  await page.getByRole('button', { name: 'organiser' }).click()
  await page.getByText('English', { exact: true }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(title(page, 'Side meetings')).toContainText('5 rows')
  await expect(drawnRows(page).first()).toContainText('Submitted')
})
