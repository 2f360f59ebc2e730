import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { drawnRows, openConsole } from '../support/console.ts'
import { expect, test } from '../support/e2e.ts'
import { full } from '../support/marks.ts'
import { zh } from '../support/texts.ts'

const expectTotal = (page: Page, count: number) =>
  // Beside the list a record has a header of its own.
  expect(page.locator('main header').first()).toContainText(zh('console:list.total', { count }))

for (const { held, width, height, mark } of [
  { held: 'across', width: 1180, height: 820, mark: {} },
  {
    held: 'upright',
    width: 820,
    height: 1180,
    mark: full('the same with the list and the record after each other'),
  },
]) {
  test.describe(`a tablet held ${held}`, mark, () => {
    test.use({ viewport: { width, height } })

    test('leads by touch from what waits to its list, a record, its form and back, and a reload shows the same [231, 232, 254] @tablet', async ({
      page,
      conduct,
    }) => {
      await openConsole(page)
      await page.getByRole('link', { name: /待分配会议室的边会/ }).tap()
      await expectTotal(page, 1)
      await drawnRows(page).getByRole('link').first().tap()
      const record = page.getByRole('heading', { name: /长时储能圆桌会/ })
      await expect(record).toBeVisible()
      // List and record stand side by side where there is room for both.
      await expect(drawnRows(page).first()).toBeVisible({ visible: held === 'across' })
      await page.reload()
      await expect(record).toBeVisible()
      await page.getByRole('link', { name: zh('console:record.back') }).tap()
      await expectTotal(page, 1)

      await page.goto('/console/speakers')
      await page.getByRole('searchbox', { name: zh('console:list.search') }).fill('电厂')
      await expect(page).toHaveURL(/q=/)
      await expectTotal(page, 1)
      const address = page.url()
      await page.reload()
      await expectTotal(page, 1)
      expect(page.url()).toBe(address)
      await drawnRows(page).getByRole('link').first().tap()
      await page.getByRole('link', { name: zh('console:record.edit') }).tap()
      await expect(page.getByRole('button', { name: zh('console:form.save') })).toBeInViewport()
      await page.goBack()
      await page.getByRole('link', { name: zh('console:record.back') }).tap()
      expect(page.url()).toBe(address)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(conduct).toEqual({ errors: [], foreignRequests: [] })
    })
  })
}

/** Takes the rows out as CSV by the sheet that a button opens. @returns its lines */
async function exportBy(page: Page, key: string, leftOut: string): Promise<string[]> {
  await page.getByRole('button', { name: zh(key), exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: zh('console:export.title') })
  await sheet.getByText(zh('console:export.csv')).tap()
  await sheet.getByLabel(leftOut).uncheck()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: zh('console:export.make'), exact: true }).tap(),
  ])
  await expect(sheet).toBeHidden()
  return (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
}

test('a list goes out as a file as it is filtered, and rows that are chosen one by one go out alone [236, 318] @tablet', async ({
  page,
}) => {
  await openConsole(page, '/side_meetings?filters=status:eq:submitted')
  const [head, ...filtered] = await exportBy(page, 'console:export.all', '会议主题')
  expect(head).toContain('会议名称')
  expect(head).not.toContain('会议主题')
  expect(filtered).toEqual([expect.stringContaining('长时储能圆桌会')])
  await page.goto('/console/side_meetings')
  await page.getByRole('button', { name: zh('console:selection.begin'), exact: true }).tap()
  for (const place of [1, 3]) await drawnRows(page).nth(place).getByRole('checkbox').check()
  const names = await drawnRows(page).getByRole('link').allInnerTexts()
  const [, ...chosen] = await exportBy(page, 'console:export.button', '会议主题')
  expect(chosen).toEqual([1, 3].map((place) => expect.stringContaining(names[place] ?? '')))
})
