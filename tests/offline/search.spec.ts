import { expect, goOffline, test, untilSaved, visit, visitAgenda } from './phone.ts'

test('questions that were loaded open and are searched without network [206]', async ({ page, conduct }) => {
  await visit(page, '/qa')
  await expect(page.locator('main details')).toHaveCount(20)
  await untilSaved(page, 'home')
  await goOffline(page)
  await page.reload()
  await page.locator('#Q005 summary').click()
  await expect(page.locator('#Q005')).toContainText('单独的报名入口')
  await page.getByRole('searchbox').fill('耳机')
  await expect(page.getByText('当前无网络，以下为本机保存的问答。')).toBeVisible()
  await expect(page.locator('main details')).toHaveCount(1)
  await expect(page.locator('main details')).toContainText('同声传译')
  expect(conduct.errors).toEqual([])
})

test('without network the search looks through this device, says so, and asks the server again [38]', async ({
  page,
  context,
  conduct,
}) => {
  await visitAgenda(page)
  await page.goto('/qa')
  await untilSaved(page, 'home')
  await goOffline(page)
  await page.goto('/search?q=传译')
  await expect(page.getByText(/仅搜索了本机保存的内容/)).toBeVisible()
  await expect(page.getByRole('heading', { name: '问答', exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('storage')
  await expect(page.getByRole('heading', { name: '议程', exact: true })).toBeVisible()
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  await page.getByRole('searchbox').fill('zebra')
  await expect(page.getByRole('heading', { name: /没有找到“zebra/ })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('searchbox').fill('storage')
  await expect(page.getByText(/仅搜索了本机保存的内容/)).toHaveCount(0)
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  expect(conduct.errors).toEqual([])
})
