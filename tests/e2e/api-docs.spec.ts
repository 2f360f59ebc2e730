import { expect, test } from '../support/e2e.ts'

test('the description of the API is readable under its policy @phone', async ({ page, conduct }) => {
  await page.goto('/api/docs/')
  await expect(page.getByText('Lists the rows of a module')).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
