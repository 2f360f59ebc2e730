import { expect, goOffline, stopWorkers, strip, test, untilSaved, visit, visitAgenda } from './phone.ts'

test('after one visit a session opens without network, from its own address [292, 296, 298]', async ({
  page,
  conduct,
}) => {
  const { path, title } = await visitAgenda(page)
  await goOffline(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(page.getByText(/离线，数据截至 .*\d\d:\d\d/)).toBeVisible()
  await stopWorkers(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  expect(conduct.errors).toEqual([])
  expect(conduct.foreignRequests).toEqual([])
})

test('search and filters work without network, in both languages [293]', async ({ page, conduct }) => {
  await visitAgenda(page)
  await goOffline(page)
  await page.goto('/agenda')
  await page.getByRole('button', { name: '搜索议程' }).click()
  await page.getByRole('searchbox').fill('储能')
  await expect(page.getByText(/找到 \d+ 场/)).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('searchbox').fill('storage')
  await expect(page.getByText(/\d+ sessions? found/)).toBeVisible()
  await page.getByRole('button', { name: 'Close search' }).click()
  await page.getByRole('button', { name: 'Sub-forum' }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^Show \d+ session/ }).click()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await expect(page.getByText(/Offline, as of/)).toBeVisible()
  expect(conduct.errors).toEqual([])
})

test('an article that was read once opens without network', async ({ page, context, conduct }) => {
  await visit(page, '/news')
  await page.locator('main a[href^="/article/view/"]').first().click()
  const text = page.locator('main article p').last()
  const words = await text.innerText()
  await expect
    .poll(async () => JSON.stringify(await context.storageState({ indexedDB: true })))
    .toContain('article/')
  await goOffline(page)
  await page.reload()
  await expect(text).toHaveText(words)
  await expect(page.getByText(/离线，数据截至 .*\d\d:\d\d/)).toBeVisible()
  expect(conduct.errors).toEqual([])
})

test('what a page brought along has an age too, though nothing was asked', async ({ page }) => {
  await visit(page, '/news')
  await untilSaved(page, 'informations')
  await goOffline(page)
  await page.reload()
  await expect(strip(page)).toContainText('离线，数据截至')
})
