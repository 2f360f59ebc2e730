import { expect, test } from '../support/e2e.ts'
import { zh } from '../support/texts.ts'

test('a link to a question on a later page shows it open; more are loaded, and each has a page of its own [206, 207]', async ({
  page,
  conduct,
}) => {
  await page.goto('/qa?open=Q032')
  const question = page.locator('#Q032')
  await expect(question).toHaveAttribute('open')
  await expect(question.getByText(/三十天后删除/)).toBeInViewport()
  await page.getByRole('button', { name: zh('common:loadMore') }).click()
  await expect(page.locator('main details')).toHaveCount(32)
  await page.locator('#Q003 summary').click()
  await expect(page).toHaveURL(/open=Q003/)
  await page.reload()
  await expect(page.locator('#Q003')).toContainText('近六个月内拍摄')
  await page
    .locator('#Q003')
    .getByRole('link', { name: zh('qa:page') })
    .click()
  await expect(page).toHaveURL(/\/article\/view\/Q003$/)
  await expect(page.getByRole('heading', { level: 1, name: '证件照有什么要求？' })).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
