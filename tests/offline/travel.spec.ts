import { expect, goOffline, startOffline, test, untilSaved, visit } from './phone.ts'

test('one look at the travel guide, then no network: numbers, map and the card for taxi drivers [10]', async ({
  page,
  conduct,
}) => {
  await visit(page, '/suzhou')
  for (const query of ['pages', 'places', 'tourRoutes']) await untilSaved(page, query)
  await goOffline(page)
  await page.close()
  const next = await startOffline(page, '/suzhou')
  const numbers = next.getByRole('region', { name: '紧急电话', exact: true }).getByRole('link')
  await expect(numbers).toHaveCount(3)
  await expect(numbers.first()).toHaveAttribute('href', 'tel:110')
  await expect(next.getByRole('img', { name: /示意图/ })).toBeVisible()
  await next.getByRole('link', { name: '给司机看：古城客栈' }).click()
  const card = next.getByRole('dialog', { name: '出租车卡片' })
  await expect(card.getByText('苏州市姑苏区平江路与白塔东路路口')).toBeVisible()
  await next.reload()
  await expect(card.getByText('苏州市姑苏区平江路与白塔东路路口')).toBeVisible()
  expect(conduct.errors).toEqual([])
})
